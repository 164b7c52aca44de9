import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFullRun, recordFigure, summarise } from '../support/fault-runs.ts';
import { appPid, freezeServer, postmasterPid } from '#backend-tests/support/postgres-processes.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const KILLS = isFullRun ? 20 : 2;
const POLL = { ...LONG, interval: 50 };
/**
 * Shorter than all time limits that end a wait for a server that does not respond (8 s for a connection, 15 s for a
 * statement), and several times what the answers take.
 */
const ANSWER_LIMIT_MS = 7_000;
/** Pages that are in memory after the start, and never asked for before an outage. */
const KEPT = ['/', '/blog'];
const POST = '/blog/moowr-bonded-factory';
const NOT_KEPT = ['/sitemap.xml', '/rss.xml', POST, '/blog/category/customs-and-gst'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
  await keepPages();
});
afterAll(() => app?.stop());

type Answer = { status: number; retryAfter: string | null; text: string };

async function get(path: string): Promise<Answer> {
  const response = await fetch(app.url + path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS), redirect: 'manual' });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

/**
 * Waits until the pages are in memory. The process drops all of them when it begins to follow changes, soon after the
 * start; the answer to a write waits for that.
 */
async function keepPages(): Promise<void> {
  await waitFor(async () => (await insertPost()) !== null);
  for (const path of KEPT) await waitFor(async () => (await get(path)).status === 200);
}

/** An address that is rendered for each request. */
const search = () => `/blog?q=${randomUUID().slice(0, 8)}`;
const restRead = (limit = 100) =>
  fetch(`${app.url}/rest/v1/categories?select=id&limit=${limit}`, { headers: { apikey: app.anonKey } });

async function expectUnavailable(paths: readonly string[]): Promise<void> {
  const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await get(path)) })));
  for (const { path, status, retryAfter, text } of answers) {
    expect({ path, status, retryAfter }).toEqual({ path, status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    // The specification gives a post that cannot be read the page of a missing one.
    expect(/not found/i.test(text), path).toBe(path === POST);
  }
}

async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await get(search())).status, POLL).toBe(200);
  for (const path of [...KEPT, ...NOT_KEPT]) await expect.poll(async () => (await get(path)).status, POLL).toBe(200);
  await expect.poll(async () => (await insertPost()) !== null, POLL).toBe(true);
}

/** Inserts a post; returns its slug, or null when it was not acknowledged. Any error must say 503. */
async function insertPost(statuses: Set<number> = new Set()): Promise<string | null> {
  const slug = `p-${randomUUID()}`;
  const { status } = await app.service.from('blog_posts').insert({ title: slug, slug, content: 'Text' });
  statuses.add(status);
  return status === 201 ? slug : null;
}

/** Runs `act` again and again until the returned function is called. */
function repeat(act: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await act();
      await sleep(5);
    }
  })();
  return async () => {
    isStopped = true;
    await running;
  };
}

const countLogged = (message: string) => app.logged().split(`"msg":"${message}"`).length - 1;

test('while PostgreSQL hangs the health addresses say so, and the log has one line for the outage', async () => {
  const statusOf = async (path: string) => (await get(path)).status;
  const resume = freezeServer(app.dataFolder);
  try {
    await expect.poll(() => statusOf('/readyz'), POLL).toBe(503);
    expect(await statusOf('/auth/v1/health')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/')).toBe(200);
    const { checks, found } = await (await fetch(`${app.url}/readyz`)).json();
    expect(checks.database).toBe('bad');
    expect(found[0].remedy).toContain('PostgreSQL');
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('\ndatabase_up 0\n');
    expect(metrics).toContain('\nsite_ready 0\n');
    const asked = await Promise.all(Array.from({ length: 30 }, (_, n) => restRead(n + 1)));
    for (const { status } of asked) expect(status).toBeGreaterThanOrEqual(500);
    await expect.poll(() => countLogged('The database is not available'), POLL).toBe(1);
  } finally {
    resume();
  }
  await expect.poll(() => statusOf('/readyz'), POLL).toBe(200);
  await expect.poll(() => statusOf('/auth/v1/health'), POLL).toBe(200);
  await expect.poll(() => countLogged('The database is available again'), POLL).toBe(1);
  expect(countLogged('The database is not available')).toBe(1);
  expect(countLogged('the data API failed')).toBe(0);
});

test('while PostgreSQL is killed again and again under load, kept pages are served and all else is 503 or works', async () => {
  const pid = appPid(app.dataFolder);
  const seen = {
    kept: new Set<number>(),
    rendered: new Set<string>(),
    read: new Set<number>(),
    saved: new Set<number>(),
  };
  const acknowledged: string[] = [];
  let requests = 0;
  const count = async <T>(asked: Promise<T>): Promise<T> => asked.finally(() => (requests += 1));
  const stops = [
    ...KEPT.map((path) => repeat(async () => seen.kept.add((await count(get(path))).status))),
    repeat(async () => {
      const { status, retryAfter } = await count(get(search()));
      seen.rendered.add(status === 200 ? '200' : `${status} ${retryAfter === null ? 'without' : 'with'} Retry-After`);
    }),
    repeat(async () => seen.read.add((await count(restRead())).status)),
    repeat(async () => {
      const slug = await count(insertPost(seen.saved));
      if (slug) acknowledged.push(slug);
    }),
  ];
  const times = { accepting: [] as number[], page: [] as number[] };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(300);
    const postmaster = postmasterPid(app.dataFolder);
    const begun = performance.now();
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(() => postmasterPid(app.dataFolder) !== postmaster, POLL).toBe(true);
    await expect.poll(() => app.query('select 1').then(() => true), { ...POLL, interval: 10 }).toBe(true);
    const accepting = performance.now();
    await expect.poll(async () => (await get(search())).status, { ...POLL, interval: 10 }).toBe(200);
    times.accepting.push(accepting - begun);
    times.page.push(performance.now() - accepting);
  }
  for (const stop of stops) await stop();

  expect([...seen.kept]).toEqual([200]);
  expect(seen.rendered).toContain('200');
  expect([...seen.rendered].filter((one) => one !== '200' && one !== '503 with Retry-After')).toEqual([]);
  expect([...seen.read].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect([...seen.saved].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  const rows = await app.query('select slug from public.blog_posts');
  const slugs = new Set(rows.map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !slugs.has(slug))).toEqual([]);
  expect(appPid(app.dataFolder)).toBe(pid);
  expect(process.kill(pid, 0)).toBe(true);
  recordFigure(
    'PostgreSQL killed under load',
    `${KILLS} times, ${requests} requests, ${acknowledged.length} posts kept`,
  );
  recordFigure('From SIGKILL of PostgreSQL until it accepts connections', summarise(times.accepting));
  recordFigure('From then until the next page that is not in memory', summarise(times.page));
});

test('a PostgreSQL that does not respond is answered with 503, and pages in memory are served', async () => {
  await keepPages();
  const resume = freezeServer(app.dataFolder);
  try {
    const begun = performance.now();
    await expectUnavailable([search()]);
    recordFigure('First 503 of a page while PostgreSQL is stopped', `${Math.round(performance.now() - begun)} ms`);
    const again = performance.now();
    await expectUnavailable([...NOT_KEPT, search()]);
    recordFigure('Next five', `${Math.round(performance.now() - again)} ms`);
    for (const path of KEPT) expect((await get(path)).status).toBe(200);
    expect((await restRead()).status).toBe(503);
    expect(await insertPost()).toBeNull();
  } finally {
    resume();
  }
  const resumed = performance.now();
  await expectRecovery();
  recordFigure('Recovery after SIGCONT of PostgreSQL', `${Math.round(performance.now() - resumed)} ms`);
});

test('a PostgreSQL that cannot start is tried again until it can, with 503 meanwhile', async () => {
  await app.restart('stop');
  await keepPages();
  const control = join(app.dataFolder, 'postgres/global/pg_control');
  const postmaster = postmasterPid(app.dataFolder);
  await rename(control, `${control}.away`);
  try {
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(async () => (await restRead()).status, POLL).toBe(503);
    await expectUnavailable([...NOT_KEPT, search()]);
    for (const path of KEPT) expect((await get(path)).status).toBe(200);
  } finally {
    await rename(`${control}.away`, control);
  }
  await expectRecovery();
});
