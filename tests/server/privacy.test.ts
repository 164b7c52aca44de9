import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_ROUTES } from '../support/routes.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, smtp: false, env: { KEEP_ACTIVITY_DAYS: '123' } });
});
afterAll(() => app?.stop());

test('the privacy page states the period that is set', async () => {
  expect(await (await fetch(`${app.url}/privacy`)).text()).toContain('123 days');
});

test('the privacy page is in the sitemap', async () => {
  expect(await (await fetch(`${app.url}/sitemap.xml`)).text()).toContain(`<loc>${app.url}/privacy</loc>`);
});

test.each(PUBLIC_ROUTES)('%s sets no cookie', async (path) => {
  const answer = await fetch(app.url + path);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
});
