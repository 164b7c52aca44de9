import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { getRaw, sendRaw } from '../support/raw-http.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

test.each([
  '/%0a/x/',
  '/%0a',
  '/blog/%00',
  '/blog/%0d%0a',
  '/about%09',
  '/%7f',
  '/blog/%c2%85',
  '/blog/%e2%80%a8',
  '/%',
  '/%ff',
])('%s is answered with the 404 page', async (target) => {
  const answer = await getRaw(app.url, target);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body.includes('Oops! Page not found')).toBe(true);
});

test.each([
  '/admin',
  '/Admin',
  '/ADMIN',
  '/%61dmin',
  '/admin?tab=x',
  '/admin.data',
  '/admin/_.data',
  '/admin/.data',
  '/auth',
  '/AUTH',
  '/aUtH',
  '/%41uth',
  '/auth.data',
  '/AUTH.data',
])('%s is a personal page: not cached and not indexed', async (target) => {
  const { headers } = await getRaw(app.url, target);
  expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex']);
});

test('no request can inject a line into the log', async () => {
  const forged = '%0aFORGED%0d%0aFORGED';
  const paths = ['/', '/blog/', '/blog/category/', '/share/', '/services/', '/auth/v1/', '/rest/v1/', '/storage/v1/'];
  const targets = [
    ...paths.flatMap((path) => [path + forged, `${path}${forged}/`, `${path}%e2%80%a8FORGED`, `${path}${forged}.data`]),
    ...['/blog?q=', '/blog?page=', '/blog/category/x?page=', '/_root.data?_routes=', '/about.data?_routes='].map(
      (start) => start + forged,
    ),
    `/auth/v1/verify?type=${forged}&token=x`,
    `/auth/v1/verify?type=signup&token=${forged}`,
    `/rest/v1/blog_posts?apikey=${app.anonKey}&slug=eq.${forged}`,
    `/storage/v1/object/public/media/${forged}`,
  ];
  for (const target of targets) {
    await getRaw(app.url, target);
    await sendRaw(
      app.url,
      `POST ${target} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n` +
        `Origin: http://x.example/${forged}\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\n\nFORGED\n`,
    );
  }
  const lines = app
    .process()
    .said()
    .split(/[\r\n\u2028\u2029\u0085]/);
  expect(lines.filter((line) => line.trimStart().startsWith('FORGED'))).toEqual([]);
});
