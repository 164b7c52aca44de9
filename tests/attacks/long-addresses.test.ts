import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { getRaw } from '../support/raw-http.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

const BROWSER = { 'User-Agent': 'x'.repeat(300), Cookie: 'x'.repeat(3000) };
const status = async (target: string) => (await getRaw(app.url, target, BROWSER)).status;

test.each([9000, 12_000, 15_500, 20_000])(
  'an address of %i characters is answered with 414 on every path',
  async (length) => {
    expect(await status('/'.repeat(length))).toBe(414);
    expect(await status(`/${'/x'.repeat(length / 2)}`)).toBe(414);
    expect(await status(`/blog?q=${'x'.repeat(length)}`)).toBe(414);
    expect(await status(`/auth/v1/health?x=${'x'.repeat(length)}`)).toBe(414);
    expect(await status(`/storage/v1/object/public/media/${'x'.repeat(length)}`)).toBe(414);
    expect(await status(`/rest/v1/${'x'.repeat(length)}`)).toBe(414);
    expect(await status(`/assets/${'x'.repeat(length)}`)).toBe(414);
  },
);

test('a service answers 414 in JSON, the data API in its own format', async () => {
  const headers = { apikey: app.anonKey };
  const rest = await getRaw(app.url, `/rest/v1/blog_posts?title=eq.${'x'.repeat(9000)}`, headers);
  expect([rest.status, JSON.parse(rest.body).code]).toEqual([414, 'PGRST100']);
  const auth = await getRaw(app.url, `/auth/v1/health?x=${'x'.repeat(9000)}`, headers);
  expect(JSON.parse(auth.body)).toEqual({ code: 'uri_too_long', message: expect.stringContaining('8192') });
});

test('an address just below the limit is answered with 200', async () => {
  expect(await status(`/blog?q=${'x'.repeat(8000)}`)).toBe(200);
  expect(await status(`/auth/v1/health?x=${'x'.repeat(8000)}`)).toBe(200);
});
