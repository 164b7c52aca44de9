import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONNECTIONS } from '#backend/database/pools.ts';
import { randomAddress } from '../support/random-address.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const QUERIES = 24;

let app: TestApp;
let admin: Client;
let token: string;
let other: Client;
let holder: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
  admin = await app.signIn({ admin: true });
  token = (await admin.auth.getSession()).data.session?.access_token ?? '';
  other = await app.signIn({ admin: false });
  const { databasePort } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const { databasePassword } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const login = { host: '127.0.0.1', port: databasePort, user: 'postgres', password: databasePassword };
  holder = new pg.Client({ ...login, database: 'postgres' });
  await holder.connect();
});
afterAll(async () => {
  await holder?.end();
  await app?.stop();
});

/** A read of the locked table by a signed-in user; its status and code. */
async function blockedRead(): Promise<string> {
  const response = await fetch(`${app.url}/rest/v1/testimonials?select=id`, {
    headers: { apikey: app.anonKey, Authorization: `Bearer ${token}`, 'X-Forwarded-For': randomAddress() },
  });
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code ?? ''}`.trim();
}

const userStatus = async () =>
  (await fetch(`${app.url}/auth/v1/user`, { headers: { apikey: app.anonKey, Authorization: `Bearer ${token}` } }))
    .status;

test('24 queries that wait for a lock leave sign-in, pages, files and other callers their connections', async () => {
  await holder.query('begin');
  await holder.query('lock table public.testimonials in access exclusive mode');
  const blocked = Promise.all(Array.from({ length: QUERIES }, blockedRead));
  await waitFor(async () => {
    const rows = await app.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
    return rows.length >= CONNECTIONS.signedIn - 1;
  });
  const others = {
    user: await userStatus(),
    page: (await fetch(`${app.url}/blog?q=moowr`)).status,
    feed: (await fetch(`${app.url}/rss.xml`)).status,
    account: (await other.from('categories').select('id')).status,
    anonymous: (await app.anon.from('categories').select('id')).status,
    bucket: (await app.service.storage.getBucket('media')).error,
  };
  const answers = await blocked;
  await holder.query('rollback');

  expect(others).toEqual({ user: 200, page: 200, feed: 200, account: 200, anonymous: 200, bucket: null });
  // A lock timeout, or no free connection in time: in the format of the data API.
  const allowed = ['500 55P03', '429 over_request_rate_limit'];
  expect([...new Set(answers)].filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(await blockedRead()).toBe('200');
  expect(await userStatus()).toBe(200);
}, 120_000);
