import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../usage/limits.ts';
import { currentCaller } from '../usage/request-context.ts';
import { createUsage } from '../usage/usage.ts';
import type { BackendEnv } from './env.ts';
import { RequestError } from './errors.ts';
import type { Verified } from './keys.ts';
import { shareRequests } from './share-requests.ts';

const { placesPerKey } = REQUEST_LIMITS.rest;
const CLAIMS: Record<string, Record<string, unknown>> = {
  service: { role: 'service_role' },
  asha: { role: 'authenticated', sub: 'asha' },
};

/** A service that names its caller; `bindings` are those of the server. */
function open() {
  const usage = createUsage();
  const verify = async (token: string): Promise<Verified> => ({ claims: CLAIMS[token] ?? {}, error: null });
  const app = new Hono<BackendEnv>();
  app.use(shareRequests({ usage, keys: { verify } }, 'rest'));
  app.get('/', (c) => c.text(currentCaller()));
  app.onError((error, c) => (error instanceof RequestError ? c.text(error.message, error.status) : c.text('', 500)));
  const ask = (bindings: Partial<BackendEnv['Bindings']> = {}, token?: string) =>
    app.request(
      '/',
      { headers: token ? { Authorization: `Bearer ${token}` } : {} },
      { clientAddress: '203.0.113.7', ...bindings },
    );
  return { usage, ask };
}

test.each([
  ['203.0.113.7', undefined],
  ['user:asha', 'asha'],
  ['service key', 'service'],
])('the caller is %s', async (caller, token) => {
  expect(await (await open().ask({}, token)).text()).toBe(caller);
});

test('a request keeps its place until its answer has left', async () => {
  const { usage, ask } = open();
  const sent: (() => void)[] = [];
  const onSent = (done: () => void) => void sent.push(done);
  for (let n = 0; n < placesPerKey; n += 1) expect((await ask({ onSent })).status).toBe(200);
  const waiting = ask({ onSent });
  await expect.poll(() => usage.requests.rest.callers.counts().waiting).toBe(1);
  expect((await ask({ clientAddress: '203.0.113.8' })).status).toBe(200);
  sent.shift()?.();
  expect((await waiting).status).toBe(200);
  for (const done of sent) done();
  expect(usage.requests.rest.callers.counts()).toMatchObject({ running: 0, waiting: 0 });
  expect(usage.requests.rest.addresses.counts()).toMatchObject({ running: 0, waiting: 0 });
});

test('an address that has not read what was made for it is refused', async () => {
  const { usage, ask } = open();
  usage.held.unsentBytes.add('203.0.113.7', 40 * 1024 * 1024);
  expect((await ask()).status).toBe(429);
  expect((await ask({ clientAddress: '203.0.113.8' })).status).toBe(200);
});

test('a request whose client has gone is not run', async () => {
  const { usage, ask } = open();
  expect((await ask({ isGone: () => true })).status).toBe(429);
  expect(usage.requests.rest.callers.counts().running).toBe(0);
});
