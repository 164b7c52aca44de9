import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as sendHttp } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakDatabaseMegabytes } from '../support/database-memory.ts';
import { residentMb } from '../support/resident-memory.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { authRequest } from './auth-requests.ts';
import { dataRequest } from './data-requests.ts';
import { mailRequest, pageRequest } from './page-requests.ts';
import type { FuzzCaller, FuzzRequest } from './request.ts';
import { storageRequest } from './storage-requests.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

/** The number of requests of `npm test`; `npm run test:fuzz` sends ten times as many. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2000);
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const AT_ONCE = 4;
const MAX_MS = 3000;
/** By default the heap grows with the memory of the machine; with a small heap a memory leak ends the app. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=128' };
/** The allowed growth of the app since the first tenth of the requests, measured when it is idle. */
const GROWTH_MB = 150;
/** The limit of one PostgreSQL process, shared buffers (128 MB) included. */
const LARGEST_BACKEND_MB = 400;
const IDLE_WITHIN_MS = 30_000 * SLOWNESS;
/** Node answers longer request lines with 431 and closes the connection. */
const MAX_TARGET_LENGTH = 12_000;
const MAX_PRINTED = 20;

const anyRequest = fc.oneof(
  { weight: 9, arbitrary: dataRequest },
  { weight: 4, arbitrary: authRequest },
  { weight: 4, arbitrary: storageRequest },
  { weight: 5, arbitrary: pageRequest },
  { weight: 1, arbitrary: mailRequest },
);

let app: TestApp;
const tokens: Partial<Record<FuzzCaller, string>> = { garbage: 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA' };

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, env: { LOG_LEVEL: 'silent', ...SMALL_HEAP } });
  for (const [name, admin] of [
    ['user', false],
    ['admin', true],
  ] as const) {
    const { data } = await (await app.signIn({ admin })).auth.getSession();
    tokens[name] = data.session?.access_token ?? '';
  }
  tokens.anon = app.anonKey;
  tokens.service = app.serviceRoleKey;
});
afterAll(() => app?.stop());

type Answer = { status: number; ms: number };

function headersOf({ caller, headers }: FuzzRequest): Record<string, string> {
  const token = tokens[caller];
  // Each request has an address of its own, so that rate limits do not hide the code behind them.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  return {
    'X-Forwarded-For': address,
    ...(token && { apikey: app.anonKey, Authorization: `Bearer ${token}` }),
    ...(caller !== 'none' && { 'Content-Type': 'application/json' }),
    ...headers,
  };
}

function send(request: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(app.url);
  const body = request.body === null ? null : Buffer.from(request.body.toWellFormed(), 'utf8');
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp(
      {
        hostname,
        port,
        method: request.method,
        path: request.target.slice(0, MAX_TARGET_LENGTH),
        headers: { ...headersOf(request), ...(body && { 'Content-Length': body.length }) },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
        answer.on('error', reject);
      },
    );
    outgoing.setTimeout(MAX_MS * 5, () => outgoing.destroy(new Error(`No answer within ${MAX_MS * 5} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Sends the requests; returns those without an answer, with a 500 or with a slow answer. */
async function sendAll(requests: readonly FuzzRequest[]): Promise<string[]> {
  const broken: string[] = [];
  const waiting = [...requests];
  const work = async (): Promise<void> => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const answer = await send(request).catch((error: Error) => error);
      const what = answer instanceof Error ? answer.message : `${answer.status} after ${Math.round(answer.ms)} ms`;
      const isBroken = answer instanceof Error || answer.status === 500 || answer.ms > MAX_MS;
      if (isBroken) broken.push(`${what}: ${JSON.stringify(request).slice(0, 700)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return broken;
}

async function memoryWhenIdle(pid: number, mostMb: number): Promise<number> {
  const end = Date.now() + IDLE_WITHIN_MS;
  for (;;) {
    const now = residentMb(pid);
    if (now <= mostMb || Date.now() > end) return now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test(
  `${REQUESTS} generated requests: no 500, no crash, none over ${MAX_MS} ms, no memory leak`,
  { timeout: 30 * 60_000 },
  async () => {
    console.log(`Fuzz: ${REQUESTS} requests, FUZZ_SEED=${SEED}`);
    const { pid } = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8')) as { pid: number };
    const requests = fc.sample(anyRequest, { numRuns: REQUESTS, seed: SEED });
    const tenth = Math.ceil(REQUESTS / 10);
    const broken: string[] = [];
    const heldMb: number[] = [];
    for (let at = 0; at < REQUESTS; at += tenth) {
      broken.push(...(await sendAll(requests.slice(at, at + tenth))));
      heldMb.push(Math.round(residentMb(pid)));
    }
    const before = heldMb[0] ?? 0;
    expect(broken.slice(0, MAX_PRINTED), `${broken.length} of ${REQUESTS} answers`).toEqual([]);
    const running = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8')) as { pid: number };
    expect(running.pid, 'the app is the same process').toBe(pid);
    expect((await fetch(app.url)).status).toBe(200);
    const after = await memoryWhenIdle(pid, before + GROWTH_MB);
    console.log(`Fuzz: ${heldMb.join(', ')} MB after each tenth, ${Math.round(after)} MB when idle.`);
    expect(after).toBeLessThanOrEqual(before + GROWTH_MB);
    const backend = process.platform === 'linux' ? await peakDatabaseMegabytes(app.dataFolder) : 0;
    expect(backend).toBeLessThan(LARGEST_BACKEND_MB);
  },
);
