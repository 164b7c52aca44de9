import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#contract/configuration-error.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const revokeAdministratorCommand: Command = async ({ config, email, print }) => {
  await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      const { id } = await requireAccount(query, email);
      const { rowCount } = await query('delete from public.admin_users where user_id = $1', [id]).catch(asLastOne);
      if (rowCount === 0) throw new ConfigurationError(`${email} was not an administrator.`);
    }),
  );
  print(`${email} is no longer an administrator.`);
};

/** A trigger keeps one administrator who can sign in (migration `accounts`). */
function asLastOne(error: unknown): never {
  const isLast = (error as { code?: string }).code === 'P0001';
  throw isLast
    ? new ConfigurationError('This is the last administrator who can sign in. Make another one first.')
    : error;
}
