import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { APPLICATION_NAME, createClient } from '#backend/database/client.ts';
import { migrate } from '#backend/database/migrate.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { createBackup } from './create-backup.ts';
import { type ExtractedBackup, extractBackup } from './extract-backup.ts';
import { SUPABASE_FOLDER } from './settings.ts';
import { loadBackup, requireKnownMigrationsOf } from './load-backup.ts';
import { countSiteConnections } from './tables.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

vi.setConfig({ testTimeout: VERY_LONG.timeout });

let server: PlatformDatabase;
let folder: string;
let number = 0;
let migrated: Promise<string> | null = null;

beforeAll(async () => {
  // A login as that of a managed PostgreSQL: it is no superuser.
  const owner = `create role owner login createrole createdb password 'for-tests'`;
  server = await startPlatformDatabase('load-backup', [], owner);
  folder = await mkdtemp(join(tmpdir(), 'load-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createDatabase(): Promise<string> {
  return createFrom('template1');
}

/** A database with all migrations. */
async function createMigrated(): Promise<string> {
  migrated ??= (async () => {
    const url = await createDatabase();
    await migrateTo(url);
    return new URL(url).pathname.slice(1);
  })();
  return createFrom(await migrated);
}

async function createFrom(template: string): Promise<string> {
  const url = new URL(server.urlFor('owner', 'for-tests'));
  const name = `site_${(number += 1)}`;
  await withClient(url.href, (client) => client.query(`create database ${name} template ${template}`));
  url.pathname = `/${name}`;
  return url.href;
}

const migrateTo = (url: string, supabaseFolder = SUPABASE_FOLDER): Promise<void> =>
  migrate({ url, supabaseFolder, sampleContent: null, authenticatorPassword: null, onProgress: () => {} });

/** The folder `supabase/` as it was before the last `count` migrations. */
async function olderFolder(count: number): Promise<string> {
  const older = await mkdtemp(join(folder, 'older-'));
  await mkdir(join(older, 'migrations'));
  const files = (await readdir(join(SUPABASE_FOLDER, 'migrations'))).toSorted();
  for (const file of files.slice(0, -count)) {
    await cp(join(SUPABASE_FOLDER, 'migrations', file), join(older, 'migrations', file));
  }
  return older;
}

async function backUp(databaseUrl: string): Promise<ExtractedBackup> {
  let bytes = Buffer.alloc(0);
  const source = {
    databaseUrl,
    files: { folder, store: null },
    secrets: Buffer.from('{}'),
    settings: {},
    siteUrl: 'http://x',
  };
  const write = async (_name: string, content: Readable): Promise<number> => (bytes = await buffer(content)).length;
  await createBackup({ source, write, name: 'b', passphrase: null, onProgress: () => {}, now: new Date() });
  const into = await mkdtemp(join(folder, 'extracted-'));
  return extractBackup(Readable.from([bytes]), { folder: into, label: 'b', passphrase: null });
}

async function load(backup: ExtractedBackup, databaseUrl: string): Promise<void> {
  const workFolder = await mkdtemp(join(folder, 'work-'));
  const options = { databaseUrl, workFolder, authenticatorPassword: null };
  await loadBackup(backup, { ...options, onProgress: () => {} });
}

const ACTIVITY = `insert into public.activity (verb, subject, subject_id, title) values ('created', 'post', 'x', 'x')`;
const CONTENT = `
  insert into public.categories (name, slug) values ('Tax', 'tax'), ('Trade', 'trade');
  insert into public.blog_posts (title, slug, content, status, category_id)
    select 'T' || n, 'post-' || n, E'Tab\\t, line\\n, backslash \\\\, é and ' || repeat('x', n), 'published', (select id from public.categories where slug = 'tax')
    from generate_series(1, 50) n;
  update public.blog_posts set slug = 'renamed' where slug = 'post-7';
  delete from public.blog_posts where slug = 'post-8';
  ${ACTIVITY}; ${ACTIVITY};`;

const COUNTS = `select (select count(*) from public.blog_posts)::int as posts, (select count(*) from public.activity)::int as activity,
  (select sum(published) from public.post_totals)::int as total, (select max(id) from public.activity)::int as last,
  (select count(*) from public.post_redirects)::int as redirects, (select count(*) from public.deleted_items)::int as deleted`;

const ofDatabase = <T>(url: string, sql: string): Promise<T> =>
  withClient(url, async (client) => (await client.query(sql)).rows[0] as T);

type Counts = Record<'posts' | 'activity' | 'total' | 'last' | 'redirects' | 'deleted', number>;

test('all rows come back, no trigger writes rows of its own, and sequences and triggers continue', async () => {
  const [from, to] = [await createMigrated(), await createMigrated()];
  await withClient(from, (client) => client.query(CONTENT));
  await load(await backUp(from), to);
  const counts = await ofDatabase<Counts>(to, COUNTS);
  expect(counts).toEqual(await ofDatabase(from, COUNTS));
  expect(counts).toMatchObject({ posts: 49, total: 49, redirects: 1, deleted: 1 });
  const next = await ofDatabase<{ id: number }>(
    to,
    `insert into public.activity (verb, subject, subject_id, title) values ('created', 'post', 'x', 'x') returning id::int`,
  );
  expect(next).toEqual({ id: counts.last + 1 });
  await withClient(to, (client) => client.query(`update public.blog_posts set slug = 'again' where slug = 'renamed'`));
  expect((await ofDatabase<Counts>(to, COUNTS)).redirects).toBe(2);
  const { disabled } = await ofDatabase<{ disabled: number }>(
    to,
    `select count(*)::int as disabled from pg_trigger where tgenabled = 'D'`,
  );
  expect(disabled).toBe(0);
});

test('bytes that were to be removed from the store stay when the backup names them', async () => {
  const site = await createMigrated();
  const [kept, other] = [randomUUID(), randomUUID()];
  await withClient(site, (client) =>
    client.query(`insert into storage.objects (bucket_id, name, version) values ('media', 'a.jpg', '${kept}')`),
  );
  const backup = await backUp(site);
  await withClient(site, (client) => client.query(`select backend.mark_removed_versions('{${kept}, ${other}}')`));
  await load(backup, site);
  const marks = `select array_agg(version::text) as versions from backend.unsettled_versions`;
  expect(await ofDatabase(site, marks)).toEqual({ versions: [other] });
});

test('a site without content does not get the sample content after a restore', async () => {
  const [from, to] = [await createMigrated(), await createDatabase()];
  await load(await backUp(from), to);
  await migrate({
    url: to,
    supabaseFolder: SUPABASE_FOLDER,
    sampleContent: { unless: 'exists (select from public.blog_posts)' },
    authenticatorPassword: null,
    onProgress: () => {},
  });
  expect(await ofDatabase(to, 'select count(*)::int as posts from public.blog_posts')).toEqual({ posts: 0 });
});

test('a backup of an older version is migrated after its rows are loaded', async () => {
  const [from, to] = [await createDatabase(), await createDatabase()];
  await migrateTo(from, await olderFolder(2));
  await withClient(from, (client) => client.query(CONTENT));
  const backup = await backUp(from);
  await load(backup, to);
  expect(await ofDatabase(to, COUNTS)).toMatchObject({ posts: 49, total: 49, redirects: 1 });
  const { applied } = await ofDatabase<{ applied: number }>(
    to,
    'select count(*)::int as applied from supabase_migrations.schema_migrations',
  );
  expect(applied).toBe(backup.manifest.migrations.length + 2);
});

test('a backup with migrations that this version does not have is rejected', async () => {
  const from = await createMigrated();
  const backup = await backUp(from);
  const older = await olderFolder(1);
  const error = await requireKnownMigrationsOf(backup, older).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toContain('was made by a newer version of the site');
});

test('a load that fails leaves every row as it was', async () => {
  const [from, to] = [await createMigrated(), await createMigrated()];
  await withClient(from, (client) => client.query(`${CONTENT} ${ACTIVITY}`));
  await withClient(to, (client) => client.query(CONTENT));
  const before = await ofDatabase(to, COUNTS);
  const backup = await backUp(from);
  const posts = backup.manifest.tables.find(({ name }) => name === 'blog_posts')!;
  posts.hash = '0'.repeat(64);
  await expect(load(backup, to)).rejects.toThrow('public.blog_posts has 49 rows with other values');
  expect(await ofDatabase(to, COUNTS)).toEqual(before);
  const next = await ofDatabase<{ next: string }>(to, `select nextval('public.activity_id_seq') as next`);
  expect(Number(next.next)).toBe((before as Counts).last + 1);
});

test('rows of a table that no migration creates are named, and loaded into a database that has the table', async () => {
  const [from, to] = [await createMigrated(), await createMigrated()];
  await withClient(from, (client) =>
    client.query('create table public.by_hand (id int); insert into public.by_hand values (1)'),
  );
  const backup = await backUp(from);
  await expect(load(backup, to)).rejects.toThrow('public.by_hand, which no migration');
  const empty = await createDatabase();
  await withClient(empty, (client) => client.query('create table public.by_hand (id int)'));
  await load(backup, empty);
  expect(await ofDatabase(empty, 'select id from public.by_hand')).toEqual({ id: 1 });
});

test('a connection of the site that is just ending is waited for, in a transaction too, and one that stays is counted', async () => {
  const url = await createDatabase();
  await withClient(url, async (client) => {
    const site = createClient(url, { application_name: APPLICATION_NAME });
    await site.connect();
    await client.query('begin');
    expect(await countSiteConnections(client)).toBe(1);
    const [count] = await Promise.all([countSiteConnections(client), sleep(300).then(() => site.end())]);
    expect(count).toBe(0);
  });
});
