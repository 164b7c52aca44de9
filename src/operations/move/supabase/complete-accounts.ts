import type pg from 'pg';
import { copyIn, copyOut, prepareCopy } from '#operations/backup/copy.ts';
import { quoted } from '#operations/backup/tables.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Ends } from '../copy-database.ts';
import type { Project } from './project.ts';

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
export async function completeAccounts(ends: Ends, created: readonly string[], project: Project): Promise<void> {
  const { to } = ends;
  await requireCreated(to, created, project);
  await prepareCopy(ends.from);
  await prepareCopy(to);
  await copyToTemporary(ends, 'users', ACCOUNT_COLUMNS);
  await copyToTemporary(ends, 'identities', IDENTITY_COLUMNS);
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

async function copyToTemporary({ from, to }: Ends, name: string, columns: string[]): Promise<void> {
  await to.query(`create temporary table ${quoted(name)} on commit drop as
    select ${columns.map(quoted).join(', ')} from auth.${quoted(name)} with no data`);
  await copyIn(to, { schema: 'pg_temp', name, columns }, copyOut(from, { schema: 'auth', name, columns }));
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
