import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONNECTIONS } from '#backend/database/pools.ts';
import { databaseUrlOf } from '../server/database.ts';
import { connectTo } from '../support/external-database.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { sendRaw } from '../support/raw-http.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const SLOW_READS = 40;
/** An upper bound for a loaded machine; on an idle one each test takes five seconds at most. */
const LOADED_MACHINE_MS = 40_000 * SLOWNESS;
const PASSWORD = 'a long password';

let app: TestApp;
let admin: Client;
let email: string;
let holder: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
  email = `${randomUUID()}@person.example`;
  admin = await app.signIn({ admin: true, email, password: PASSWORD });
  await admin.storage.from('post-images').upload('open.txt', 'text');
  holder = await connectTo(await databaseUrlOf(app));
});
afterAll(async () => {
  await holder?.end();
  await app?.stop();
});

type SlowAnswer = { status: number; code: string; retryAfter: string | null; ms: number };

/** Reads a locked table from an address of its own; takes the longest time that a caller is allowed. */
async function slowRead(worker: number): Promise<SlowAnswer> {
  const begun = performance.now();
  const lines = [
    'GET /rest/v1/testimonials?select=* HTTP/1.1',
    `Host: ${new URL(app.url).host}`,
    `apikey: ${app.anonKey}`,
    `X-Forwarded-For: 10.9.8.${worker + 1}`,
    'Connection: close',
  ];
  const { status, headers, body } = await sendRaw(app.url, `${lines.join('\r\n')}\r\n\r\n`, LOADED_MACHINE_MS);
  const code = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
  return { status, code, retryAfter: headers['retry-after'] ?? null, ms: performance.now() - begun };
}

/** Keeps slow reads running until the returned function is called, which resolves to all answers. */
function keepReading(): () => Promise<SlowAnswer[]> {
  let stopped = false;
  const worker = async (_: unknown, n: number): Promise<SlowAnswer[]> => {
    const answers = [];
    while (!stopped) answers.push(await slowRead(n));
    return answers;
  };
  const workers = Promise.all(Array.from({ length: SLOW_READS }, worker));
  return async () => {
    stopped = true;
    return (await workers).flat();
  };
}

/** Requests that must succeed during the slow reads; each resolves to its status. */
const SERVICES: [string, () => Promise<number>][] = [
  ['a page that is not cached', async () => (await fetch(`${app.url}/blog?page=1&x=${randomUUID()}`)).status],
  ['a search', async () => (await fetch(`${app.url}/blog?q=export${randomUUID()}`)).status],
  [
    'a sign-in',
    async () => ((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error ? 500 : 200),
  ],
  ['the form', postForm],
  ['a read by a signed-in user', async () => (await admin.from('categories').select('id')).status],
  ['a public file', async () => (await fetch(`${app.url}/storage/v1/object/public/post-images/nothing.txt`)).status],
];

async function postForm(): Promise<number> {
  const fields = { name: 'Asha Rao', email: 'asha@firm.example', phone: '', message: 'Hello there, a question.' };
  const response = await fetch(`${app.url}/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.url },
    body: new URLSearchParams(fields),
  });
  return response.status;
}

test('slow anonymous reads use no connection of pages, search, sign-in, the form or signed-in users', async () => {
  await holder.query('begin');
  await holder.query('lock table public.testimonials in access exclusive mode');
  const stopReading = keepReading();
  await waitFor(async () => {
    const rows = await app.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
    return rows.length >= CONNECTIONS.anonymous;
  });
  const begun = performance.now();
  const answers = await Promise.all(SERVICES.map(async ([name, ask]) => [name, await ask()]));
  const ms = performance.now() - begun;
  const slowAnswers = await stopReading();
  await holder.query('rollback');

  expect(Object.fromEntries(answers)).toEqual({
    'a page that is not cached': 200,
    'a search': 200,
    'a sign-in': 200,
    'the form': 303,
    'a read by a signed-in user': 200,
    'a public file': 400,
  });
  expect(ms).toBeLessThan(LOADED_MACHINE_MS);
  // Each slow read ends with a statement timeout or a connection timeout, in the format of the data API.
  const kinds = new Set(slowAnswers.map(({ status, code }) => `${status} ${code}`));
  expect([...kinds].toSorted()).toEqual(['429 over_request_rate_limit', '500 57014']);
  const full = slowAnswers.filter(({ status }) => status === 429);
  expect(full.every(({ retryAfter }) => /^\d+$/.test(retryAfter ?? ''))).toBe(true);
  expect(Math.max(...slowAnswers.map((answer) => answer.ms))).toBeLessThan(LOADED_MACHINE_MS);
});

/** The answers of each service while its tables are locked: a lock timeout or a connection timeout. */
const FULL: [string, number, () => Promise<string>, string[]][] = [
  ['the data API, signed in', CONNECTIONS.signedIn, writeCategory, ['429 over_request_rate_limit', '500 55P03']],
  ['auth', CONNECTIONS.auth, signInRaw, ['409 conflict', '429 over_request_rate_limit']],
  ['storage', CONNECTIONS.storage, readBucket, ['429 SlowDown', '503 DatabaseTimeout']],
  [
    'mail',
    CONNECTIONS.mail,
    sendEnquiry,
    ['429 Too Many Requests', '503 The message could not be accepted, please try again'],
  ],
];

async function writeCategory(): Promise<string> {
  const slug = randomUUID();
  const { status, error } = await admin.from('categories').insert({ name: slug, slug });
  return `${status} ${error?.code}`;
}

async function signInRaw(): Promise<string> {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return `${response.status} ${(await response.json()).error_code}`;
}

async function readBucket(): Promise<string> {
  const headers = { apikey: app.serviceRoleKey, Authorization: `Bearer ${app.serviceRoleKey}` };
  const response = await fetch(`${app.url}/storage/v1/bucket/post-images`, { headers });
  return `${response.status} ${(await response.json()).code}`;
}

async function sendEnquiry(): Promise<string> {
  const { serviceId, templateId, publicKey } = app.emailjs;
  const params = { from_name: 'Asha', from_email: 'asha@firm.example', message: 'Hello', to_name: 'Team' };
  const response = await fetch(`${app.url}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      service_id: serviceId,
      template_id: templateId,
      user_id: publicKey,
      template_params: params,
    }),
  });
  return `${response.status} ${await response.text()}`;
}

test('a service whose connections are all in use answers with an error in its own format and does not hang', async () => {
  await holder.query('begin');
  await holder.query('lock table public.categories, auth.users, storage.buckets, mail.outbox in access exclusive mode');
  const begun = performance.now();
  const seen = await Promise.all(
    FULL.map(async ([name, connections, ask]) => {
      const answers = await Promise.all(Array.from({ length: connections + 3 }, ask));
      return [name, [...new Set(answers)].toSorted()];
    }),
  );
  const ms = performance.now() - begun;
  await holder.query('rollback');
  expect(seen).toEqual(FULL.map(([name, , , expected]) => [name, expected]));
  expect(ms).toBeLessThan(LOADED_MACHINE_MS);
});

test('anonymous reads are served again after the flood', async () => {
  expect((await app.anon.from('testimonials').select('id')).error).toBeNull();
});
