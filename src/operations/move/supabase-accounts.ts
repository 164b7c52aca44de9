import type pg from 'pg';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { copyIn, copyOut, prepareCopy } from '#operations/backup/rows.ts';
import { type DataTable, quoted, sqlName } from '#operations/backup/tables.ts';
import { type Project, callProject, messageOf } from './supabase-project.ts';
import type { Databases } from './copy-database.ts';

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

/** The service needs an address or a number; accounts without them are inserted later (`completeAccounts`). */
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

/** What the admin API does not take: times, bans, deleted accounts, accounts without a password. */
const ACCOUNT_COLUMNS = [
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'invited_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'created_at',
  'updated_at',
  'phone',
  'phone_confirmed_at',
  'banned_until',
  'deleted_at',
  'is_anonymous',
];
const IDENTITY_COLUMNS = [
  'id',
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
  'last_sign_in_at',
  'created_at',
  'updated_at',
];
/** GoTrue reads these into plain strings, and cannot read null there. */
const TOKENS = ['confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change'];

/**
 * Completes the accounts in the database of the project, within the transactions of `inBoth`: the accounts and identities
 * that the admin API does not create, and the columns that it does not set. `created` are the ids of those that it has
 * created. Throws a ConfigurationError when they are not in this database.
 */
export async function completeAccounts(
  databases: Databases,
  created: readonly string[],
  project: Project,
): Promise<void> {
  const { to } = databases;
  await requireCreated(to, created, project);
  await prepareCopy(databases.from);
  await prepareCopy(to);
  await copyToTemporary(databases, { schema: 'auth', name: 'users', columns: ACCOUNT_COLUMNS });
  await copyToTemporary(databases, { schema: 'auth', name: 'identities', columns: IDENTITY_COLUMNS });
  const columns = ACCOUNT_COLUMNS.map(quoted).join(', ');
  await to.query(
    `insert into auth.users (instance_id, ${TOKENS.join(', ')}, ${columns})
      select '00000000-0000-0000-0000-000000000000', ${TOKENS.map(() => `''`).join(', ')}, ${columns} from pg_temp.users
      on conflict (id) do nothing`,
  );
  await to.query(`update auth.users u set ${assign(ACCOUNT_COLUMNS)} from pg_temp.users m where m.id = u.id`);
  // The id of an identity that the service has created is its own.
  await to.query(
    `update auth.identities u set ${assign(IDENTITY_COLUMNS)} from pg_temp.identities m
      where m.provider = u.provider and m.provider_id = u.provider_id`,
  );
  const identityColumns = IDENTITY_COLUMNS.map(quoted).join(', ');
  await to.query(
    `insert into auth.identities (${identityColumns}) select ${identityColumns} from pg_temp.identities
      on conflict (provider_id, provider) do nothing`,
  );
}

const assign = (columns: readonly string[]): string =>
  columns
    .filter((name) => name !== 'id')
    .map((name) => `${quoted(name)} = m.${quoted(name)}`)
    .join(', ');

/** Copies the rows of a table to a temporary one of its name, until the end of the transactions of `inBoth`. */
export async function copyToTemporary({ from, to }: Databases, table: DataTable): Promise<void> {
  const { name, columns } = table;
  await to.query(`create temporary table ${quoted(name)} on commit drop as
    select ${columns.map(quoted).join(', ')} from ${sqlName(table)} with no data`);
  await copyIn(to, { schema: 'pg_temp', name, columns }, copyOut(from, table));
}

async function requireCreated(to: pg.Client, created: readonly string[], { url }: Project): Promise<void> {
  const { rows } = await to.query<{ count: number }>(
    'select count(*)::int as count from auth.users where id = any($1)',
    [created],
  );
  if (rows[0]?.count === created.length) return;
  throw new ConfigurationError(
    `The accounts that ${url} has taken are not in the database of --to: give the address and the database of one project.`,
  );
}
