import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_ROUTES } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type TestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await shareTestApp({ sampleContent: true });
});
afterAll(() => app?.stop());

test('the privacy page is in the sitemap', async () => {
  expect(await (await fetch(`${app.url}/sitemap.xml`)).text()).toContain(`<loc>${app.url}/privacy</loc>`);
});

test.each(PUBLIC_ROUTES)('%s sets no cookie', async (path) => {
  const answer = await fetch(app.url + path);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
});
