import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIONS } from '#backend/database/pools.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';
import { appPid, postmasterPid } from '#backend-tests/support/postgres-processes.ts';
import { connectTo } from '../support/external-database.ts';
import { databaseUrlOf } from '../server/database.ts';
import { spawnStart } from '../server/spawn-start.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const PASSWORD = 'a long password';
/** Polling for a loaded machine; on an idle one each poll ends within a second. */
const POLL = { ...LONG, interval: 100 };
/** The advisory lock of `migrate.ts`. */
const MIGRATION_LOCK = 727_101_018;
/** The lock of the test of COMMIT; any number. */
const COMMIT_LOCK = 42;
const QUERIES = 24;

let app: TestApp;
let person: Client;
let email: string;
let pidBefore: number;

beforeAll(async () => {
  app = await startTestApp();
  email = `${randomUUID()}@person.example`;
  person = await app.signIn({ admin: true, email, password: PASSWORD });
  await app.service.storage.createBucket('papers', { public: false });
  pidBefore = appPid(app.dataFolder);
});
afterAll(() => app?.stop());

const postmaster = () => postmasterPid(app.dataFolder);
const openSuperuser = async () => connectTo(await databaseUrlOf(app));

const LOCKED_TABLES = ['public.categories', 'auth.users', 'storage.buckets', 'mail.outbox'];

/** Blocks statements of all four services with table locks of a superuser. */
async function holdTables(): Promise<{ pid: number; release: () => Promise<void> }> {
  const holder = await openSuperuser();
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query(`lock table ${LOCKED_TABLES.join(', ')} in access exclusive mode`);
  return { pid: rows[0].pid, release: () => holder.end().catch(() => {}) };
}

/** The processes that wait for locks, once each of the locked tables is waited for. */
async function waitForBlockedServices(): Promise<number[]> {
  return waitFor(async () => {
    const [waiting] = await app.query(
      `select array_agg(distinct pid) as pids, count(distinct relation)::int as tables,
         (count(*) filter (where relation = 'auth.users'::regclass))::int as sign_ins
       from pg_locks where not granted and relation = any($1::regclass[])`,
      [LOCKED_TABLES],
    );
    return waiting?.tables === LOCKED_TABLES.length && Number(waiting.sign_ins) >= 2 && (waiting.pids as number[]);
  });
}

async function waitingBackends(count: number): Promise<number[]> {
  return waitFor(async () => {
    const rows = await app.query(
      `select pid from pg_stat_activity where application_name = 'web-backend' and wait_event_type = 'Lock'`,
    );
    return rows.length >= count && rows.map(({ pid }) => Number(pid));
  });
}

const insertCategory = (client: Client) => {
  const slug = `c-${randomUUID()}`;
  return client.from('categories').insert({ name: slug, slug });
};

function signInRaw(): Promise<Response> {
  return fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
}

/** Expects that each service answers and that the app is the same process. */
async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await insertCategory(person)).status, POLL).toBe(201);
  await expect.poll(async () => (await signInRaw()).status, POLL).toBe(200);
  await expect.poll(() => sendTestEnquiry(app, 'Hello'), POLL).toBe(200);
  const upload = await app.service.storage.from('papers').upload(`${randomUUID()}.txt`, 'text');
  expect(upload.error).toBeNull();
  expect(appPid(app.dataFolder)).toBe(pidBefore);
  expect(process.kill(pidBefore, 0)).toBe(true);
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // PostgreSQL has killed it.
  }
}

// A test that fails must not leave PostgreSQL down for the next one.
afterEach(() => expectRecovery());

const KILLS: [string, (waiting: number[]) => Promise<unknown>][] = [
  [
    'pg_terminate_backend',
    (waiting) => app.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [waiting]),
  ],
  ['kill -9 of one backend', async ([pid = 0]) => process.kill(pid, 'SIGKILL')],
  ['kill -9 of the postmaster', async () => process.kill(postmaster(), 'SIGKILL')],
  ['a fast shutdown of PostgreSQL', async () => process.kill(postmaster(), 'SIGINT')],
];

test.each(KILLS)('%s during statements: each service answers 503 and then recovers', async (_name, kill) => {
  const holder = await holdTables();
  const answers = Promise.all([
    insertCategory(person),
    app.client().auth.signInWithPassword({ email, password: PASSWORD }),
    app.service.storage.createBucket('more', { public: false }),
    signInRaw(),
    sendTestEnquiry(app, 'Hello'),
  ]);
  const waiting = await waitForBlockedServices();
  // A stopped holder cannot release its locks while PostgreSQL ends the other connections.
  process.kill(holder.pid, 'SIGSTOP');
  await kill(waiting);
  const [written, signedIn, created, rawSignIn, enquiry] = await answers.finally(() => resume(holder.pid));
  await holder.release();

  expect(written).toMatchObject({ status: 503, error: { code: 'PGRST001' } });
  expect(signedIn.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 });
  expect(created.error).toMatchObject({ status: 503 });
  expect(rawSignIn.status).toBe(503);
  expect(rawSignIn.headers.get('content-type')).toContain('application/json');
  expect(await rawSignIn.json()).toMatchObject({ code: 'unexpected_failure' });
  expect(rawSignIn.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(enquiry).toBe(503);
});

test('a lost COMMIT is answered with 503 and the detail that the outcome is not known', async () => {
  await app.query(`create function public.wait_at_commit() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(${COMMIT_LOCK}); return null; end $$`);
  await app.query(`create constraint trigger wait_at_commit after insert on public.categories
    deferrable initially deferred for each row execute function public.wait_at_commit()`);
  const holder = await openSuperuser();
  await holder.query(`select pg_advisory_lock(${COMMIT_LOCK})`);
  const writing = Promise.resolve(insertCategory(person));
  const pids = await waitingBackends(1);
  await app.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  const { status, error } = await writing;
  expect({ status, code: error?.code }).toEqual({ status: 503, code: 'PGRST001' });
  expect(error?.details).toContain('not known');
  await holder.end();
  await app.query('drop trigger wait_at_commit on public.categories');
});

test('the connection that listens for changes is reopened', async () => {
  const listeners = async () =>
    (
      await app.query(`select pid from pg_stat_activity where application_name like '% listener for content_changed'`)
    ).map(({ pid }) => Number(pid));
  const [before] = await waitFor(async () => (await listeners()).length > 0 && listeners());
  await app.query('select pg_terminate_backend($1)', [before]);
  await expect.poll(async () => (await listeners()).filter((pid) => pid !== before).length, POLL).toBe(1);
});

test('a start that waits for the migration of another one ends when it is stopped', async () => {
  const holder = await openSuperuser();
  await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  await holder.query(`delete from supabase_migrations.platform_files where path = 'platform/mail.sql'`);
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  const env = { DATABASE_URL: await databaseUrlOf(app), DATA_DIR: folder, PORT: String(await freePort()) };
  const { child, ended, output } = spawnStart(env);
  await waitFor(() => output().includes('Waiting: another start'));
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  await holder.end();
  await rm(folder, { recursive: true, force: true });
});

test('a connection lost during a migration ends the start with a plain message', async () => {
  const holder = await openSuperuser();
  await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  // A start takes the lock only if there is something to migrate.
  await holder.query(`delete from supabase_migrations.platform_files where path = 'platform/mail.sql'`);
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  const env = { DATABASE_URL: await databaseUrlOf(app), DATA_DIR: folder, PORT: String(await freePort()) };
  const starting = startApp(env).then(
    () => 'ready',
    (error: Error) => error.message,
  );
  // Earlier connections of the start are tried again.
  const endMigration = async () => {
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'web-backend migrations'`,
    );
    return rowCount;
  };
  await expect.poll(endMigration, POLL).toBe(1);
  const output = await starting;
  await holder.end();
  await rm(folder, { recursive: true, force: true });
  expect(output).toContain('The app ended with 1');
  expect(output).toContain('The connection with the database was lost while it was being brought up to date.');
  expect(output).not.toContain('Unhandled');
});

test.runIf(process.platform === 'linux')(
  'a statement that needs too much memory fails without a restart of PostgreSQL',
  async () => {
    const before = postmaster();
    const statement = app.query(
      `select length(array_to_string(array_agg(repeat('x', 50000000) || n), '')) from generate_series(1, 30) n`,
    );
    await expect(statement).rejects.toMatchObject({ code: '53200' });
    expect(postmaster()).toBe(before);
  },
);

test('a lost connection is logged once per outage, not once per request', () => {
  const lines = app.process().said().split('\n');
  expect(lines.filter((line) => line.includes('The database is not available')).length).toBeLessThanOrEqual(8);
  expect(lines.filter((line) => line.includes('the data API failed'))).toEqual([]);
});

test('24 queries that wait for a lock leave sign-in, pages, files and other callers their connections', async () => {
  const { data } = await person.auth.getSession();
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token}` };
  const other = await app.signIn({ admin: false });
  /** A read of the locked table by a signed-in user; its status and code. */
  const blockedRead = async (): Promise<string> => {
    const response = await fetch(`${app.url}/rest/v1/testimonials?select=id`, {
      headers: { ...headers, 'X-Forwarded-For': randomAddress() },
    });
    const { code } = (await response.json()) as { code?: string };
    return `${response.status} ${code ?? ''}`.trim();
  };
  const userStatus = async () => (await fetch(`${app.url}/auth/v1/user`, { headers })).status;
  const holder = await openSuperuser();
  await holder.query('begin');
  await holder.query('lock table public.testimonials in access exclusive mode');
  const blocked = Promise.all(Array.from({ length: QUERIES }, blockedRead));
  await waitingBackends(CONNECTIONS.signedIn - 1);
  const others = {
    user: await userStatus(),
    page: (await fetch(`${app.url}/blog?q=moowr`)).status,
    feed: (await fetch(`${app.url}/rss.xml`)).status,
    account: (await other.from('categories').select('id')).status,
    anonymous: (await app.anon.from('categories').select('id')).status,
    bucket: (await app.service.storage.getBucket('media')).error,
  };
  const answers = await blocked;
  await holder.end();

  expect(others).toEqual({ user: 200, page: 200, feed: 200, account: 200, anonymous: 200, bucket: null });
  // A lock timeout, or no free connection in time: in the format of the data API.
  const allowed = ['500 55P03', '429 over_request_rate_limit'];
  expect([...new Set(answers)].filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(await blockedRead()).toBe('200');
  expect(await userStatus()).toBe(200);
});
