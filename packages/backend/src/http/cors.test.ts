import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { allowAnyOrigin } from './cors.ts';

const app = new Hono();
app.use(allowAnyOrigin());
app.get('/', (c) => c.text('ok'));
app.get('/error', () => {
  throw new Error('refused');
});
app.onError((error, c) => c.text(error.message, 400));

test('a preflight allows what the clients send', async () => {
  const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'PATCH' };
  const answer = await app.request('/', { method: 'OPTIONS', headers });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  for (const name of [
    'authorization',
    'apikey',
    'x-client-info',
    'x-supabase-api-version',
    'prefer',
    'x-retry-count',
    // Any other name.
    '*',
  ]) {
    expect(answer.headers.get('access-control-allow-headers')).toContain(name);
  }
});

test('answers and errors alike show the version of the wire to scripts', async () => {
  for (const path of ['/', '/error']) {
    const { headers } = await app.request(path, { headers: { Origin: 'https://elsewhere.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
    expect(headers.get('access-control-expose-headers')).toContain('Content-Range');
  }
});
