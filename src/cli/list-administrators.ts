import { asBackend } from '#backend/database/as-caller.ts';
import type { Command } from './command.ts';
import { readDatabase } from './open-database.ts';

const LIST = `select u.email, a.created_at, u.last_sign_in_at
  from public.admin_users a join auth.users u on u.id = a.user_id order by u.email`;

export const listAdministratorsCommand: Command = async ({ config, asJson, print }) => {
  const { rows } = await readDatabase(config, (database) => asBackend(database, (query) => query(LIST)));
  const administrators = rows as { email: string; last_sign_in_at: string | null }[];
  if (asJson) return print(JSON.stringify(administrators, null, 2));
  if (administrators.length === 0)
    return print('There is no administrator. Make one with: npm run admin -- create you@firm.example');
  for (const { email, last_sign_in_at: last } of administrators) {
    print(`${email.padEnd(40)} ${last ? `last signed in ${last.slice(0, 16)}` : 'never signed in'}`);
  }
};
