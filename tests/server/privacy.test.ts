import { expect, test } from 'vitest';
import { PUBLIC_ROUTES } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));

test.each(PUBLIC_ROUTES)('%s sets no cookie', async (path) => {
  const answer = await fetch(app.url + path);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
});
