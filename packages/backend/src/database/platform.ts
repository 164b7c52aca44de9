import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createClient } from './client.ts';
import type { DdlSession } from './ddl-session.ts';
import type { Step } from './migration-history.ts';
import { ifMissing } from './if-missing.ts';

const FOLDER = join(import.meta.dirname, 'platform');
/** Files that the migrations need. */
export const BEFORE_MIGRATIONS = [
  'roles.sql',
  'hosted-project.sql',
  'auth.sql',
  'auth-providers.sql',
  'storage.sql',
  'mail.sql',
  'processes.sql',
  'clock.sql',
  'resumable-uploads.sql',
  'search.sql',
  'realtime.sql',
  'schema-changes.sql',
  'backups.sql',
];
/** Files that need what the migrations create. */
export const AFTER_MIGRATIONS = ['migration-history.sql'];
/** The roles that the login of requests switches to, one transaction at a time. */
export const REQUEST_ROLES: readonly string[] = ['anon', 'authenticated', 'service_role', 'backend'];

/**
 * The files of `embedded/` in the folder of a Supabase project: what the project has only on this backend. They are run
 * after the migrations, and every statement may be repeated.
 */
export async function listEmbeddedFiles(supabaseFolder: string): Promise<string[]> {
  const folder = join(supabaseFolder, 'embedded');
  const names = await readdir(folder).catch(ifMissing([]));
  return names.filter((name) => name.endsWith('.sql')).map((name) => join(folder, name));
}

type PlatformFile = { path: string; sql: string; hash: string };

/**
 * Runs the files of `platform/`, or files with absolute paths, whose content differs from the last run on this database. On a database without these
 * records all files run again, which their statements allow.
 */
export function platformStep(session: DdlSession, files: readonly string[]): Step {
  const { client } = session;
  const listPending = async (): Promise<PlatformFile[]> => {
    const table = await client.query(`select to_regclass('supabase_migrations.platform_files') as name`);
    const { rows } = table.rows[0]?.name
      ? await client.query<{ path: string; hash: string }>('select path, hash from supabase_migrations.platform_files')
      : { rows: [] };
    const hashes = new Map(rows.map(({ path, hash }) => [path, hash]));
    return (await readFiles(files)).filter(({ path, hash }) => hashes.get(path) !== hash);
  };
  return {
    isDone: async () => (await listPending()).length === 0,
    perform: async () => {
      for (const { path, sql, hash } of await listPending()) {
        await session.part(path, async () => {
          await client.query(sql);
          await client.query('create schema if not exists supabase_migrations');
          await client.query(
            'create table if not exists supabase_migrations.platform_files (path text primary key, hash text not null)',
          );
          await client.query(
            `insert into supabase_migrations.platform_files values ($1, $2)
              on conflict (path) do update set hash = excluded.hash`,
            [path, hash],
          );
        });
      }
    },
  };
}

async function readFiles(files: readonly string[]): Promise<PlatformFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(resolve(FOLDER, file), 'utf8');
      return { path: `platform/${basename(file)}`, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Creates the login of requests on the bundled server. Its password is checked by signing in. */
export function authenticatorStep(session: DdlSession, url: string, password: string): Step {
  const { client } = session;
  return {
    isDone: async () => {
      const { rows } = await client.query<{ members: number }>(
        `select count(*)::int as members from pg_auth_members
          join pg_roles login on login.oid = member and login.rolname = 'authenticator' and login.rolcanlogin
          join pg_roles role on role.oid = roleid and role.rolname = any($1)`,
        [REQUEST_ROLES],
      );
      return rows[0]?.members === REQUEST_ROLES.length && (await canSignIn(url, password));
    },
    perform: () =>
      session.part('the login authenticator', async () => {
        const { rowCount } = await client.query(`select from pg_roles where rolname = 'authenticator'`);
        if (rowCount === 0) await client.query('create role authenticator login noinherit');
        await client.query(`alter role authenticator password ${client.escapeLiteral(password)}`);
        await client.query(`grant ${REQUEST_ROLES.join(', ')} to authenticator`);
      }),
  };
}

async function canSignIn(ownerUrl: string, password: string): Promise<boolean> {
  const url = new URL(ownerUrl);
  url.username = 'authenticator';
  url.password = encodeURIComponent(password);
  await using login = createClient(url.href);
  try {
    await login.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  }
}

/** Policies for the elevated roles where the owner may not grant BYPASSRLS; see the file. */
export function elevatedPoliciesStep(session: DdlSession): Step {
  const { client } = session;
  return {
    isDone: async () => {
      const { rows } = await client.query<{ done: boolean }>(
        `select (select bool_and(rolbypassrls) from pg_roles where rolname in ('service_role', 'backend'))
            or not exists (
              select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname in ('public', 'storage', 'auth', 'mail', 'realtime') and c.relkind = 'r' and c.relrowsecurity
                and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'elevated roles pass by')
            ) as done`,
      );
      return rows[0]?.done ?? false;
    },
    perform: async () => {
      const sql = await readFile(join(FOLDER, 'without-bypassrls.sql'), 'utf8');
      await session.part('platform/without-bypassrls.sql', async () => {
        await client.query(sql);
      });
    },
  };
}
