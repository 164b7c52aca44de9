import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseUrlOf } from '../server/database.ts';
import { connectTo } from '../support/external-database.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { migrate } from '#backend/database/migrate.ts';
import { ROOT } from '../support/root.ts';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const LISTS = 2;
const BOUND_MS = 45_000 * SLOWNESS;

let app: TestApp;
let databaseUrl: string;
const folders = folderForTests();
const clients: pg.Client[] = [];
const apps: AppProcess[] = [];

beforeAll(async () => {
  app = await startTestApp({ smtp: false });
  databaseUrl = await ownerUrl('postgres');
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => {});
  for (const started of apps) await started.stop();
  await app?.stop();
});

const ownerUrl = async (name: string) => (await databaseUrlOf(app)).replace(/postgres$/, name);

async function connect(url: string): Promise<pg.Client> {
  const client = await connectTo(url, { application_name: 'a-dump' });
  clients.push(client);
  return client;
}

const makeFolder = () => mkdtemp(join(folders, 'one-'));

async function admin(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgramToEnd(['src/cli/admin.ts', ...args], env, { timeout: BOUND_MS });
  if (code !== 0) throw new Error(stderr);
  return stdout.toString();
}

/** A transaction like that of pg_dump, which holds its locks until it ends. */
async function openReader(url: string): Promise<pg.Client> {
  const reader = await connect(url);
  await reader.query('begin isolation level repeatable read read only');
  for (const table of ['storage.objects', 'mail.outbox', 'public.blog_posts', 'auth.users']) {
    await reader.query(`select count(*) from ${table}`);
  }
  return reader;
}

/** Records the DDL statements of all sessions. */
async function recordDdl(): Promise<() => Promise<string[]>> {
  await app.query(`create schema watch;
    create table watch.ddl (tag text);
    create function watch.note() returns event_trigger language plpgsql security definer
      as $$ begin insert into watch.ddl values (tg_tag); end $$;
    create event trigger note on ddl_command_end execute function watch.note()`);
  return async () => (await app.query('select tag from watch.ddl')).map(({ tag }) => String(tag));
}

describe('during a long read and uploads', () => {
  test('a second start and lists of administrators complete, change no schema and block no other session', async () => {
    await app.service.storage.createBucket('load');
    const reader = await openReader(databaseUrl);
    const ddl = await recordDdl();
    const watcher = await connect(databaseUrl);
    const load = { stop: false, done: 0, errors: [] as string[], waits: [] as string[] };
    const uploading = (async () => {
      while (!load.stop) {
        const { error } = await app.service.storage.from('load').upload(`${randomUUID()}.txt`, 'text');
        if (error) load.errors.push(error.message);
        else load.done += 1;
      }
    })();
    const watching = (async () => {
      while (!load.stop) {
        const { rows } = await watcher.query(
          `select relation::regclass::text as name from pg_locks where mode = 'AccessExclusiveLock' and not granted`,
        );
        load.waits.push(...rows.map(({ name }) => String(name)));
        await sleep(20);
      }
    })();

    const folder = await makeFolder();
    await copyFile(join(app.dataFolder, 'secrets.json'), join(folder, 'secrets.json'));
    const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, SAMPLE_CONTENT: 'false' };
    const starting = startApp({ ...env, PORT: String(await freePort()) });
    void starting.then(
      (another) => apps.push(another),
      () => {},
    );
    const started = await Promise.race([starting.then(() => 'started'), sleep(BOUND_MS, 'not started')]);
    const lists = started === 'started' ? LISTS : 0;
    const listed = await Promise.all(Array.from({ length: lists }, () => admin(env, 'list')));
    const before = load.done;
    await expect.poll(() => load.done, { timeout: BOUND_MS }).toBeGreaterThan(before);
    load.stop = true;
    await Promise.all([uploading, watching]);
    await reader.query('commit');

    expect(load.waits).toEqual([]);
    expect(started).toBe('started');
    expect(listed).toHaveLength(LISTS);
    expect(load.errors).toEqual([]);
    expect(await ddl()).toEqual([]);
    const [{ deadlocks } = {}] = await app.query(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    expect(deadlocks).toBe(0);
  });

  test('a restart, and a list while the app is stopped, run no DDL', async () => {
    const login = async () => (await app.query(`select xmin::text from pg_authid where rolname = 'authenticator'`))[0];
    const before = await login();
    await app.process().stop();
    const stdout = await admin({ DATA_DIR: app.dataFolder }, 'list');
    expect(stdout).toContain('no administrator');
    await app.restart();
    databaseUrl = await ownerUrl('postgres');
    expect(await app.query('select tag from watch.ddl')).toEqual([]);
    expect(await login()).toEqual(before);
  });
});

describe('a separate database', () => {
  let url: string;
  const start = (patience = { tablesMs: 60_000, migrationMs: 60_000 }, onProgress: (line: string) => void = () => {}) =>
    migrate({
      url,
      supabaseFolder: join(ROOT, 'supabase'),
      sampleContent: null,
      authenticatorPassword: null,
      onProgress,
      patience,
    });

  beforeAll(async () => {
    const name = `other_${randomUUID().slice(0, 8)}`;
    await app.query(`create database ${name}`);
    url = await ownerUrl(name);
  });

  test('a read-only command reports an empty database and does not change it', async () => {
    const folder = await makeFolder();
    await expect(admin({ DATA_DIR: folder, DATABASE_URL: url }, 'list')).rejects.toThrow(
      /There is no database of the site at DATABASE_URL yet/,
    );
    const { rows } = await (await connect(url)).query(`select nspname from pg_namespace where nspname = 'auth'`);
    expect(rows).toEqual([]);
  });

  test('a database without records of the platform files gets all of them applied', async () => {
    await start();
    const client = await connect(url);
    await client.query('drop table supabase_migrations.platform_files');
    await start();
    const { rows } = await client.query('select path from supabase_migrations.platform_files order by path');
    const paths = rows.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['platform/auth.sql', 'platform/mail.sql', 'platform/roles.sql', 'platform/storage.sql']),
    );
  });

  test('a blocked schema change does not block requests, names the blocking process, and gives up', async () => {
    const client = await connect(url);
    await client.query(
      `update supabase_migrations.platform_files set hash = 'old' where path = 'platform/storage.sql'`,
    );
    const reader = await openReader(url);
    const progress: string[] = [];
    const waiting = start({ tablesMs: 3_000, migrationMs: 1_000 }, (line) => progress.push(line)).catch(
      (error: Error) => error.message,
    );
    let slowestMs = 0;
    for (let n = 0; n < 20; n += 1) {
      const begun = Date.now();
      await client.query(`insert into storage.buckets (id, name) values ('b${n}', 'b${n}')`);
      await client.query('select count(*) from storage.objects');
      slowestMs = Math.max(slowestMs, Date.now() - begun);
      await sleep(50);
    }
    expect(await waiting).toMatch(/platform\/storage\.sql\): process \d+, a-dump, .*holds a lock[\s\S]*start again/);
    expect(progress.join()).toMatch(/Waiting to change the database .*a-dump/);
    expect(slowestMs).toBeLessThan(10_000);
    await reader.query('commit');
    await start();
    const { rows } = await client.query(`select from supabase_migrations.platform_files where hash = 'old'`);
    expect(rows).toEqual([]);
  });

  test('the wait for the migration lock is bounded, and a start on a current database does not wait', async () => {
    const client = await connect(url);
    await client.query('select pg_advisory_lock(727101018)');
    await start({ tablesMs: 1_000, migrationMs: 500 });
    await client.query(`update supabase_migrations.platform_files set hash = 'old'`);
    const progress: string[] = [];
    await expect(start({ tablesMs: 1_000, migrationMs: 500 }, (line) => progress.push(line))).rejects.toThrow(
      /Another start \(PostgreSQL process \d+\) has been changing this database/,
    );
    expect(progress.join()).toMatch(/Waiting: another start \(PostgreSQL process \d+\)/);
    await client.query('select pg_advisory_unlock(727101018)');
    await start();
  });

  test('a start that waited while a newer version migrated changes nothing', async () => {
    await start();
    const client = await connect(url);
    await client.query('select pg_advisory_lock(727101018)');
    await client.query(`update supabase_migrations.platform_files set hash = 'old'`);
    const newer = `insert into supabase_migrations.schema_migrations values ('99991231000000', '{}', 'of_a_newer_version')`;
    const onProgress = () => void client.query(newer).then(() => client.query('select pg_advisory_unlock(727101018)'));
    await expect(start({ tablesMs: 10_000, migrationMs: 10_000 }, onProgress)).rejects.toThrow(
      '99991231000000_of_a_newer_version',
    );
    const { rows } = await client.query(`select distinct hash from supabase_migrations.platform_files`);
    expect(rows).toEqual([{ hash: 'old' }]);
  });
});
