import { asBackend } from '#backend/database/as-caller.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const grantAdministrator: Command = async ({ config, email, say }) => {
  const isNew = await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      const { id } = await requireAccount(query, email);
      const granted = await query('insert into public.admin_users (user_id) values ($1) on conflict do nothing', [id]);
      return granted.rowCount === 1;
    }),
  );
  say(isNew ? `${email} is an administrator now.` : `${email} was an administrator already.`);
};
