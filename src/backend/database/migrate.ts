import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export type MigrateOptions = {
  /** Address of a login that may create roles and schemas. */
  url: string;
  /** The folder `supabase/` of the repository. */
  supabaseFolder: string;
  /** Whether an empty database gets the sample content. */
  sampleContent: boolean;
  /** Password for the login `authenticator`, or null where the operator's own login serves requests. */
  authenticatorPassword: string | null;
  onProgress: (line: string) => void;
};

/** Any number, but the same in every process of this product. */
const LOCK = 727_101_018;
const PLATFORM = ['roles.sql', 'auth.sql', 'storage.sql', 'mail.sql'];

/**
 * Brings the database up to date: platform, then each migration not yet in the Supabase CLI's history table, each in a
 * transaction of its own, under an advisory lock so that several processes may start at once.
 * Throws with the file's name when a migration fails; what came before it stays.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new pg.Client({ connectionString: options.url });
  // A lost connection fails the statement under way; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await requireVersion(client);
    const isHosted = await isHostedProject(client);
    if (!isHosted) await layPlatform(client, options.authenticatorPassword);
    await runMigrations(client, options);
    if (!isHosted) await layPlatformFile(client, 'undelivered-mail.sql');
    if (!isHosted) await layPlatformFile(client, 'without-bypassrls.sql');
    if (options.sampleContent) await loadSampleContent(client, options);
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000) throw new Error(`PostgreSQL 15 or later is needed; this server says ${version}.`);
}

/** A hosted Supabase project brings its own roles and `auth` schema; they are never touched. */
async function isHostedProject(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'supabase_auth_admin'`);
  return rowCount === 1;
}

async function layPlatform(client: pg.Client, authenticatorPassword: string | null): Promise<void> {
  for (const file of PLATFORM) await layPlatformFile(client, file);
  if (authenticatorPassword === null) return;
  await inTransaction(client, 'the login authenticator', async () => {
    const { rowCount } = await client.query(`select from pg_roles where rolname = 'authenticator'`);
    if (rowCount === 0) await client.query('create role authenticator login noinherit');
    await client.query(`alter role authenticator password ${client.escapeLiteral(authenticatorPassword)}`);
    await client.query('grant anon, authenticated, service_role, backend to authenticator');
  });
}

async function layPlatformFile(client: pg.Client, file: string): Promise<void> {
  const sql = await readFile(join(import.meta.dirname, 'platform', file), 'utf8');
  await inTransaction(client, `platform/${file}`, () => client.query(sql));
}

async function runMigrations(client: pg.Client, { supabaseFolder, onProgress }: MigrateOptions): Promise<void> {
  await client.query('create schema if not exists supabase_migrations');
  await client.query(`create table if not exists supabase_migrations.schema_migrations
    (version text primary key, statements text[], name text)`);
  const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations');
  const done = new Set(rows.map(({ version }) => version));
  const folder = join(supabaseFolder, 'migrations');
  for (const file of (await readdir(folder)).filter((name) => /^\d+_.*\.sql$/.test(name)).toSorted()) {
    const [version = '', name = ''] = file.replace(/\.sql$/, '').split(/_(.*)/s);
    if (done.has(version)) continue;
    const sql = await readFile(join(folder, file), 'utf8');
    await inTransaction(client, file, async () => {
      await client.query(sql);
      await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
        version,
        [sql],
        name,
      ]);
    });
    onProgress(`Migrated the database: ${name}.`);
  }
}

/** Loaded once, into a database whose tables are all empty; noted in the CLI's own table of seeds. */
async function loadSampleContent(client: pg.Client, { supabaseFolder, onProgress }: MigrateOptions): Promise<void> {
  await client.query('create table if not exists supabase_migrations.seed_files (path text primary key, hash text)');
  const path = 'supabase/seed.sql';
  const { rows } = await client.query<{ wanted: boolean }>(
    `select not exists (select from supabase_migrations.seed_files where path = $1)
        and not exists (select from public.blog_posts)
        and not exists (select from public.categories)
        and not exists (select from public.testimonials) as wanted`,
    [path],
  );
  if (!rows[0]?.wanted) return;
  const sql = await readFile(join(supabaseFolder, 'seed.sql'), 'utf8');
  const hash = createHash('sha256').update(sql).digest('hex');
  await inTransaction(client, path, async () => {
    await client.query(sql);
    await client.query('insert into supabase_migrations.seed_files values ($1, $2)', [path, hash]);
  });
  onProgress('Loaded the sample content.');
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
}
