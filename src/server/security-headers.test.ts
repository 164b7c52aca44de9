import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { securityHeaders, securityHeadersFor } from './security-headers.ts';

function ask(isHttps: boolean, path: string) {
  const app = new Hono();
  app.use(securityHeaders(securityHeadersFor(isHttps ? 'https://firm.example' : 'http://firm.example')));
  app.get('/page', (c) => c.html('<p>', 200, { 'Content-Security-Policy': "script-src 'self'" }));
  app.get('/data', (c) => c.json({}));
  return app.request(path);
}

test('Strict-Transport-Security is sent only by an https site', async () => {
  expect((await ask(true, '/data')).headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await ask(false, '/data')).headers.has('strict-transport-security')).toBe(false);
});

test('a page keeps its own policy, other responses get the static one', async () => {
  expect((await ask(false, '/page')).headers.get('content-security-policy')).toBe("script-src 'self'");
  for (const path of ['/data', '/unknown']) {
    const policy = (await ask(false, path)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  }
});
