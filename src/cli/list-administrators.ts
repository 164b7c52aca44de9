import { asBackend } from '#backend/database/as-caller.ts';
import type { Command } from './command.ts';
import { readDatabase } from './open-database.ts';

const LIST = `select u.email, a.created_at, u.last_sign_in_at,
    exists (select from public.usable_accounts s where s.id = u.id) as can_sign_in
  from public.admin_users a join auth.users u on u.id = a.user_id order by u.email`;

export const listAdministratorsCommand: Command = async ({ config, asJson, print }) => {
  const { rows } = await readDatabase(config, (database) => asBackend(database, (query) => query(LIST)));
  const administrators = rows as Administrator[];
  if (asJson) return print(JSON.stringify(administrators, null, 2));
  if (administrators.length === 0)
    return print('There is no administrator. Make one with: npm run admin -- create you@firm.example');
  for (const administrator of administrators) print(describe(administrator));
};

type Administrator = { email: string; last_sign_in_at: string | null; can_sign_in: boolean };

function describe({ email, last_sign_in_at: last, can_sign_in: canSignIn }: Administrator): string {
  const lastTime = last ? `last signed in ${last.slice(0, 16)}` : 'never signed in';
  return `${email.padEnd(40)} ${lastTime}${canSignIn ? '' : ', cannot sign in'}`;
}
