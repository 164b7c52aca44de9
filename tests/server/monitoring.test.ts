import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetrics, sumOf } from '../support/metrics.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { request } from './requests.ts';

const TOKEN = 'a-token-for-metrics';
const SLOW_MS = 400;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    sampleContent: true,
    env: { METRICS_TOKEN: TOKEN, SLOW_REQUEST_MS: String(SLOW_MS), SMTP_URL: '' },
  });
  await app.query(`
    create function public.break() returns void language plpgsql as
      $$ begin raise exception 'broken for asha@person.example' using errcode = 'XX000'; end $$`);
  await waitFor(async () => (await ask('/rpc/break')).status === 500);
});
afterAll(() => app?.stop());

const get = (path: string, headers: Record<string, string> = {}) => request(app.url, path, { headers });
const ask = (path: string, headers: Record<string, string> = {}) =>
  get(`/rest/v1${path}`, { apikey: app.serviceRoleKey, Authorization: `Bearer ${app.serviceRoleKey}`, ...headers });
const metrics = async () => readMetrics((await get('/metrics')).body);
const entries = () =>
  app
    .process()
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a running installation is alive and ready', async () => {
  const alive = await get('/healthz');
  expect([alive.status, JSON.parse(alive.body), alive.headers['cache-control']]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ]);
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.body)).toMatchObject({
    status: 'ready',
    checks: { database: 'good', migrations: 'good', disk: expect.any(String), 'mail-queue': expect.any(String) },
    found: [{ id: 'database', says: expect.stringMatching(/^PostgreSQL \d+/) }, {}, {}, {}, { id: 'backups' }],
  });
  expect((await request(app.url, '/readyz', { method: 'HEAD' })).status).toBe(200);
  expect((await request(app.url, '/readyz', { method: 'POST' })).status).toBe(405);
});

test('visitors get no details', async () => {
  const { status, body } = await get('/readyz', { 'X-Forwarded-For': '203.0.113.9' });
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(body))).toEqual(['status', 'checks']);
});

test.each([
  ['X-Forwarded-For', '203.0.113.9'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['Via', '1.1 proxy'],
])('metrics are not for a request of a proxy: %s: %s', async (name, value) => {
  expect((await get('/metrics', { [name]: value })).status).toBe(401);
  expect((await get('/metrics', { [name]: value, Authorization: 'Bearer another-token' })).status).toBe(401);
  const allowed = await get('/metrics', { [name]: value, Authorization: `Bearer ${TOKEN}` });
  expect([allowed.status, allowed.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

test('metrics count requests by service and status, and answers from memory', async () => {
  await get('/about');
  const before = await metrics();
  for (let n = 0; n < 3; n += 1) await get('/about');
  for (let n = 0; n < 4; n += 1) await ask('/categories');
  await get('/auth/v1/user');
  const after = await metrics();
  const gained = (name: string, ...labels: string[]) => sumOf(after, name, ...labels) - sumOf(before, name, ...labels);
  expect(gained('http_answers_from_memory_total')).toBe(3);
  expect(gained('http_requests_total', 'service="rest"', 'status="200"')).toBe(4);
  expect(gained('http_requests_total', 'service="auth"', 'status="401"')).toBe(1);
  expect(gained('http_request_duration_seconds_count', 'service="rest"')).toBe(4);
});

test('metrics have the figures of the checks, the pools and the process', async () => {
  const values = await metrics();
  expect(values.get('site_ready')).toBe(1);
  expect(values.get('database_up')).toBe(1);
  expect(values.get('disk_free_bytes')).toBeGreaterThan(0);
  expect(values.get('migrations_pending')).toBe(0);
  expect(values.get('mail_queue_waiting')).toBeGreaterThanOrEqual(0);
  expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(values.has('database_pool_connections{pool="auth",state="idle"}')).toBe(true);
  expect(sumOf(values, 'log_lines_total', 'level="error"')).toBeGreaterThan(0);
});

test('mail that has not arrived is in the metrics, and does not make the installation unready', async () => {
  const before = (await metrics()).get('mail_queue_given_up') ?? 0;
  await app.query(
    `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at, given_up_at)
     values (gen_random_uuid(), 'enquiry', 'office@firm.example', 's', 't', now(), now(), now())`,
  );
  await waitFor(async () => (await metrics()).get('mail_queue_given_up') === before + 1);
  const ready = JSON.parse((await get('/readyz')).body);
  expect([ready.status, ready.checks['mail-queue']]).toEqual(['ready', 'bad']);
});

test('a missing migration makes the installation unready', async () => {
  const [row] = await app.query(
    `delete from supabase_migrations.schema_migrations where version = (select max(version)
      from supabase_migrations.schema_migrations) returning version, statements, name`,
  );
  try {
    await waitFor(async () => (await get('/readyz')).status === 503);
    const { checks, found } = JSON.parse((await get('/readyz')).body);
    expect(checks.migrations).toBe('bad');
    expect(found[1].says).toContain(row?.['version']);
  } finally {
    await app.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      row?.['version'],
      row?.['statements'],
      row?.['name'],
    ]);
  }
  await waitFor(async () => (await get('/readyz')).status === 200);
});

test('an answer of the app has the id of its request, which the log has too', async () => {
  const { status, headers } = await ask('/rpc/break', { 'X-Request-Id': 'from-the-proxy.1' });
  expect([status, headers['x-request-id']]).toEqual([500, 'from-the-proxy.1']);
  const others = [await ask('/categories'), await get('/auth/v1/health'), await get('/no-such-page')];
  const ids = others.map((answer) => answer.headers['x-request-id']);
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{5,40}$/), expect.any(String), expect.any(String)]);
  expect(new Set(ids).size).toBe(3);
  const failed = entries().find(({ msg }) => msg === 'the data API failed');
  expect(failed).toMatchObject({ level: 'error', request: expect.any(String), path: '/rest/v1/rpc/break' });
  const injected = await ask('/categories', { 'X-Request-Id': '"},{"level":"fatal"' });
  expect(injected.headers['x-request-id']).toMatch(/^[\w-]{5,40}$/);
});

test('the same error of many requests is one line of bounded size, with masked addresses', async () => {
  const lines = () =>
    app
      .process()
      .logged()
      .split('\n')
      .filter((line) => line.includes('the data API failed'));
  const before = lines().length;
  for (let n = 0; n < 30; n += 1) await ask('/rpc/break');
  // A minute may end meanwhile: then one line says how many were left out, and one is the error again.
  expect(lines().length - before).toBeLessThanOrEqual(2);
  expect(lines()[0]!.length).toBeLessThan(3000);
  expect(lines()[0]).toContain('***@person.example');
  expect(lines()[0]).not.toContain('asha');
});

test('a slow request is named in the log without its query', async () => {
  // Another name for each attempt: the same line is written once a minute.
  const name = `slow_${randomInt(1e9)}`;
  await app.query(`
    create view public.${name} as select 1 as id, pg_sleep(${(2 * SLOW_MS) / 1000})::text as waited;
    grant select on public.${name} to service_role`);
  await waitFor(async () => (await ask(`/${name}?limit=0`)).status === 200);
  const { status, headers } = await ask(`/${name}?select=waited&id=eq.1`);
  expect(status).toBe(200);
  const id = headers['x-request-id'];
  const slow = await waitFor(() => entries().find(({ msg, request: of }) => msg === 'A request was slow' && of === id));
  expect(slow).toMatchObject({ level: 'warn', method: 'GET', path: `/rest/v1/${name}`, service: 'rest', status: 200 });
  expect(slow['ms']).toBeGreaterThanOrEqual(SLOW_MS);
  expect(app.process().logged()).not.toContain('id=eq.1');
});

test('standard error holds lines of JSON only, also for errors of pages', async () => {
  await app.query('revoke select on public.blog_posts from anon');
  const failed = await get('/blog?q=anything');
  await app.query('grant select on public.blog_posts to anon');
  expect(failed.status).toBe(503);
  await waitFor(() => entries().some(({ request: id }) => id === failed.headers['x-request-id']));
  const answer = await app.client().auth.signUp({ email: 'ravi@person.example', password: 'a long password' });
  expect(answer.error).toBeNull();
  await waitFor(() => entries().some(({ msg }) => String(msg).startsWith('A message waits in the outbox')));
  for (const entry of entries())
    expect(entry).toMatchObject({ level: expect.stringMatching(/^[a-z]+$/), msg: expect.any(String) });
  expect(app.process().said()).not.toContain('ravi@');
});
