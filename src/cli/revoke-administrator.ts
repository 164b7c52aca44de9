import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { explainLastAdministrator } from './explain-last-administrator.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const revokeAdministratorCommand: Command = async ({ config, email, print }) => {
  await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      const { id } = await requireAccount(query, email);
      const { rowCount } = await query('delete from public.admin_users where user_id = $1', [id]).catch(
        explainLastAdministrator,
      );
      if (rowCount === 0) throw new ConfigurationError(`${email} was not an administrator.`);
    }),
  );
  print(`${email} is no longer an administrator.`);
};
