import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#server/config.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';

const WITHOUT_MFA = `select count(*)::int as count from public.admin_users a
  where not exists (select from auth.mfa_factors f where f.user_id = a.user_id and f.status = 'verified')`;

/** Nobody is locked out by it: who has no second step sets one up after the password. */
export const requireMfa: Command = async ({ config, argument, say }) => {
  if (argument !== 'on' && argument !== 'off')
    throw new ConfigurationError('Say on or off: npm run admin -- require-mfa on');
  const isOn = argument === 'on';
  const missing = await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      await query('update public.site_settings set require_mfa = $1', [isOn]);
      const { rows } = await query(WITHOUT_MFA);
      return rows[0]?.count as number;
    }),
  );
  if (!isOn) return say('Administrators may sign in with a password alone, unless they have a second step.');
  say(`Every administrator needs a second step now; ${missing} will be asked to set one up at the next visit.`);
};
