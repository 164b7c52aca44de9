import { hasMfaSql } from '#backend/auth/factors/factors.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';

/** Locks no administrator out: one without MFA is asked to set it up after signing in with the password. */
export const requireMfaCommand: Command = async ({ config, argument, print }) => {
  if (argument !== 'on' && argument !== 'off')
    throw new ConfigurationError('Use on or off: npm run admin -- require-mfa on');
  const isOn = argument === 'on';
  const missing = await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      await query('update public.site_settings set require_mfa = $1', [isOn]);
      const { rows } = await query(
        `select count(*)::int as count from public.admin_users a where not ${hasMfaSql('a.user_id')}`,
      );
      return Number(rows[0]?.['count'] ?? 0);
    }),
  );
  if (!isOn) return print('MFA is optional now: an administrator without it signs in with a password alone.');
  print(
    `Every administrator needs MFA now. Administrators without it: ${missing}; each is asked to set it up at the next visit.`,
  );
};
