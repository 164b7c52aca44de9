import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';

const PASSWORD = 'for-tests';

/** A PostgreSQL server beside the one of the app: the bundled one, started a second time. */
export type ExternalServer = {
  /**
   * Creates a database, empty or a copy of the one with this URL, and returns its URL, with a login that owns it, may
   * create roles and is no superuser.
   */
  createDatabase: (copied?: string) => Promise<string>;
  /** Runs SQL as the superuser in the database of a URL. */
  query: (url: string, sql: string) => Promise<Record<string, unknown>[]>;
  stop: PlatformDatabase['stop'];
};

export async function startExternalServer(): Promise<ExternalServer> {
  const server = await startPlatformDatabase(
    'external',
    [],
    `create role site login createrole password '${PASSWORD}'`,
  );
  const urlFor = (user: string, database: string): string => {
    const url = new URL(server.urlFor(user, PASSWORD));
    url.pathname = `/${database}`;
    return url.href;
  };
  return {
    query: (url, sql) => queryAt(urlFor('postgres', new URL(url).pathname.slice(1)), sql),
    createDatabase: async (copied) => {
      const name = `site_${randomUUID().slice(0, 8)}`;
      // A locale of libc, as most servers have, knows other spaces and letters than the bundled database.
      const template = copied ? new URL(copied).pathname.slice(1) : `template0 locale_provider libc locale 'C'`;
      await queryAt(urlFor('postgres', 'postgres'), `create database ${name} owner site template ${template}`);
      return urlFor('site', name);
    },
    stop: server.stop,
  };
}

/** A connection to the database of a URL, which a test may lose. */
export async function connectTo(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...options });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs SQL in the database of a URL. */
export async function queryAt(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await connectTo(url);
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const TABLES = `select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname in ('public', 'auth', 'storage', 'mail')
    or n.nspname = 'backend' and c.relname in ('resumable_uploads', 'upload_parts', 'unsettled_versions'))
  order by 1`;

/** All rows of all tables of the product as text, by table and in one order, without what `except` names. */
export async function readAllRows(url: string, except: readonly string[] = []): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  const client = await connectTo(url);
  try {
    for (const { name } of (await client.query(TABLES)).rows) {
      if (except.includes(name)) continue;
      const { rows } = await client.query(`select t::text as row from ${name} t order by t::text collate "C"`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await client.end();
  }
}
