import type pg from 'pg';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Project, callProject, messageOf } from './project.ts';

type Account = {
  id: string;
  role: string | null;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  is_email_confirmed: boolean;
  is_phone_confirmed: boolean;
  raw_user_meta_data: object | null;
  raw_app_meta_data: object | null;
};

/** The service needs an address or a number; accounts without them are inserted later (complete-accounts.ts). */
const ACCOUNTS = `select id, role, nullif(email, '') as email, nullif(phone, '') as phone,
    nullif(encrypted_password, '') as encrypted_password, email_confirmed_at is not null as is_email_confirmed,
    phone_confirmed_at is not null as is_phone_confirmed, raw_user_meta_data, raw_app_meta_data
  from auth.users
  where deleted_at is null and not is_anonymous and (email <> '' or phone <> '')
  order by created_at, id`;

/**
 * Creates the accounts in the project with their ids and the bcrypt hashes of their passwords (POST /admin/users). Those
 * that an earlier attempt has created are left as they are. Returns the ids of all. Throws a ConfigurationError that
 * names an account which cannot be created.
 */
export async function createAccounts(from: pg.Client, project: Project): Promise<string[]> {
  const { rows } = await from.query<Account>(ACCOUNTS);
  for (const account of rows) await createAccount(project, account);
  return rows.map(({ id }) => id);
}

async function createAccount(project: Project, account: Account): Promise<void> {
  const { id, email, phone } = account;
  const answer = await callProject(project, {
    method: 'POST',
    path: '/auth/v1/admin/users',
    body: attributesOf(account),
  });
  if (answer.status === 200 || answer.status === 201) return;
  const known = await callProject(project, { method: 'GET', path: `/auth/v1/admin/users/${id}` });
  const isSame =
    known.status === 200 && (known.body['email'] || null) === email && (known.body['phone'] || null) === phone;
  if (isSame) return;
  throw new ConfigurationError(
    `The project at ${project.url} does not take the account ${email ?? phone}: ${messageOf(answer)}. ` +
      'Correct it there or here, then run the command again: it goes on where it ended.',
  );
}

/** Missing attributes are left out: GoTrue takes null for some of them as a value. */
function attributesOf(account: Account): object {
  const { id, role, email, phone, encrypted_password: hash } = account;
  return {
    id,
    ...(role && { role }),
    ...(email && { email, email_confirm: account.is_email_confirmed }),
    ...(phone && { phone, phone_confirm: account.is_phone_confirmed }),
    ...(hash && { password_hash: hash }),
    ...(account.raw_user_meta_data && { user_metadata: account.raw_user_meta_data }),
    ...(account.raw_app_meta_data && { app_metadata: account.raw_app_meta_data }),
  };
}
