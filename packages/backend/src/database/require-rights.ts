import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { REQUEST_ROLES } from './platform.ts';

type Rights = {
  login: string;
  database: string;
  is_superuser: boolean;
  /** Whether it is the database of a hosted Supabase project, which has its own roles. */
  is_hosted: boolean;
  may_create_roles: boolean;
  may_create_schemas: boolean;
  owns_public: boolean;
  /** Roles of requests that do not exist. */
  missing: string[];
  /** Roles of requests that the login may not switch to, and may not grant to itself. */
  not_usable: string[];
  not_grantable: string[];
};

const IS_MARKED = `shobj_description(to_regrole('supabase_auth_admin')::oid, 'pg_authid') is not null`;
const HAS_PLATFORM = `exists (select from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where s.nspname = 'supabase_migrations' and c.relname = 'platform_files')`;

/**
 * SQL: whether the database is that of a hosted Supabase project. The role alone is no proof: this product creates it
 * too, with a comment (platform/hosted-project.sql), and so may an operator. A hosted project has a schema `auth` that
 * the login does not own, or that this product has not made.
 */
export const IS_HOSTED = `(to_regrole('supabase_auth_admin') is not null and coalesce(
  (select not pg_has_role(nspowner, 'usage') or not (${IS_MARKED} or ${HAS_PLATFORM}) from pg_namespace where nspname = 'auth'),
  not ${IS_MARKED}))`;

/**
 * Since PostgreSQL 16 a member needs SET to switch to a role, and only a member with the admin option may grant it; before,
 * every member may switch, and CREATEROLE suffices to grant.
 */
const RIGHTS = `
  select current_user as login, current_database() as database,
    login.rolsuper as is_superuser, login.rolcreaterole as may_create_roles,
    ${IS_HOSTED} as is_hosted,
    has_database_privilege(current_database(), 'create') as may_create_schemas,
    coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public'), true) as owns_public,
    array(select name from unnest($1::text[]) as name where to_regrole(name) is null) as missing,
    array(select rolname::text from pg_roles where rolname = any($1)
      and not pg_has_role(oid, case when version.is_16 then 'SET' else 'MEMBER' end)) as not_usable,
    array(select rolname::text from pg_roles where rolname = any($1)
      and not (pg_has_role(oid, 'MEMBER WITH ADMIN OPTION') or (login.rolcreaterole and not version.is_16))) as not_grantable
  from pg_roles login, (select current_setting('server_version_num')::int >= 160000 as is_16) as version
  where login.rolname = current_user`;

/**
 * Requires the rights that the login of DATABASE_URL needs (docs/scale.md): to serve requests, and with `isMigrating` to
 * create what the site needs. Throws a ConfigurationError with the statements that give the missing rights.
 */
export async function requireRights(client: pg.Client, { isMigrating }: { isMigrating: boolean }): Promise<void> {
  const { rows } = await client.query<Rights>(RIGHTS, [REQUEST_ROLES]);
  const rights = rows[0];
  if (!rights || rights.is_superuser || rights.is_hosted) return;
  const statements = (isMigrating ? toMigrate : toServe)(rights, client.escapeIdentifier(rights.login), client);
  if (statements.length === 0) return;
  throw new ConfigurationError(
    `The login ${rights.login} of DATABASE_URL lacks rights on the database ${rights.database}. Nothing was changed.\n` +
      `A superuser gives them, connected to this database: ${statements.join('; ')}.\n` +
      'Then start again.',
  );
}

function toServe({ not_usable: roles }: Rights, login: string): string[] {
  return roles.length > 0 ? [`grant ${roles.join(', ')} to ${login}`] : [];
}

function toMigrate(rights: Rights, login: string, client: pg.Client): string[] {
  const { missing, not_grantable: roles } = rights;
  return [
    ...(missing.length > 0 && !rights.may_create_roles ? [`alter role ${login} createrole`] : []),
    ...(roles.length > 0 ? [`grant ${roles.join(', ')} to ${login} with admin option`] : []),
    ...(rights.may_create_schemas
      ? []
      : [`alter database ${client.escapeIdentifier(rights.database)} owner to ${login}`]),
    ...(rights.owns_public ? [] : [`alter schema public owner to ${login}`]),
  ];
}
