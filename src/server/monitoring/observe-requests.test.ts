import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createLog } from '../log/open-log.ts';
import { type ObserverOptions, createObserver, createRequestMetrics } from './observe-requests.ts';

function open(options: Partial<ObserverOptions> = {}) {
  const lines: string[] = [];
  const { log } = createLog('info', { write: (line) => lines.push(line) });
  const registry = new Registry();
  const observe = createObserver({
    log,
    metrics: createRequestMetrics(registry),
    trustProxy: 0,
    slowRequestMs: 1,
    isOutage: () => false,
    ...options,
  });
  return { observe, lines, metrics: () => registry.metrics() };
}
const incoming = (url: string, headers = {}) => ({ method: 'GET', url, headers });
const CALLER = '203.0.113.7';
const slowly = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('x')), 5));

test('an error is rethrown and counted as 500', async () => {
  const { observe, metrics } = open();
  const answering = observe(incoming('/auth/v1/user'), CALLER, () => Promise.reject(new Error('broken')));
  await expect(answering).rejects.toThrow('broken');
  expect(await metrics()).toContain('http_requests_total{service="auth",status="500"} 1');
  expect(await metrics()).toContain('http_requests_running 0');
});

test('the id of a client is not used without a proxy', async () => {
  const given = incoming('/', { 'x-request-id': 'given-1' });
  const idOf = async (trustProxy: number) =>
    (await open({ trustProxy }).observe(given, CALLER, slowly)).headers.get('x-request-id');
  expect(await idOf(1)).toBe('given-1');
  expect(await idOf(0)).not.toBe('given-1');
});

test('a slow request is named without its query, unless none is to be or the database is away', async () => {
  const { observe, lines } = open();
  await observe(incoming('/auth/v1/verify?token=secret'), CALLER, slowly);
  expect(JSON.parse(lines.join(''))).toMatchObject({ path: '/auth/v1/verify', msg: 'A request was slow' });
  expect(lines.join('')).not.toContain('secret');
  for (const options of [{ slowRequestMs: null }, { isOutage: () => true }]) {
    const silent = open(options);
    await silent.observe(incoming('/'), CALLER, slowly);
    expect(silent.lines).toEqual([]);
  }
});
