import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { MESSAGES } from '#site/messages.ts';
import { editor as words } from '#site/content/editor.ts';
import { failedResource } from '../support/journey.ts';
import { expect } from '../support/patience.ts';
import { button, edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert, readPost } = setUpPostEditor();

const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const kept = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

/** Delays the writes of the table as a slow line would. */
async function delayWrites(page: Page, table: string): Promise<void> {
  await page.route(`**/rest/v1/${table}*`, async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue();
  });
}

/** Lets the next insert reach the server, and loses its answer. */
async function loseNextAnswer(page: Page, table: string): Promise<void> {
  await page.route(
    `**/rest/v1/${table}?*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test('a crash loses at most the last second of typing without a pause', async () => {
  const { page, context } = await openAsEditor();
  await button(page, dashboard.posts.create).click();
  await field(page, 'title').focus();
  const typedAt: number[] = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.type('x');
    typedAt.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const crashedAt = Date.now();
  const crashed = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  void devTools.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  await next.goto('/admin');
  await button(next, 'Continue: New Post').click();
  const older = typedAt.filter((time) => time <= crashedAt - 1000).length;
  expect(older).toBeGreaterThan(30);
  expect((await field(next, 'title').inputValue()).length).toBeGreaterThanOrEqual(older);
});
