import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { setUpPostEditor } from '../support/post-editor.ts';
import { recordTransfers, transferredBytes, type Transfers } from '../support/transfers.ts';

const { journey, openAsEditor, insert } = setUpPostEditor();

const KB = 1000;
const AUTH = { scripts: 8, bytes: 130 * KB };
const POSTS = { scripts: 10, bytes: 250 * KB };
const LAYOUT_SHIFT = 0.02;

async function measure(page: Page): Promise<Transfers> {
  await watchLayoutShift(page);
  return recordTransfers(page);
}

/** What is above its budget. */
async function findExcess(page: Page, transfers: Transfers, { scripts, bytes }: typeof AUTH): Promise<string[]> {
  const count = transfers.filter(({ type }) => type === 'Script').length;
  const sent = transferredBytes(transfers, 'Script');
  const shift = await layoutShift(page);
  return [
    count > scripts && `${count} scripts`,
    sent > bytes && `${sent} bytes of scripts`,
    shift >= LAYOUT_SHIFT && `a layout shift of ${shift}`,
  ].filter((one) => one !== false);
}

test.each([390, 1280])('at %i px a first visit to /auth keeps to its budget', async (width) => {
  const { page } = await journey.visit({ width });
  const transfers = await measure(page);
  await page.goto('/auth', { waitUntil: 'networkidle' });
  await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  expect(await findExcess(page, transfers, AUTH)).toEqual([]);
});

test('a visit to the list of posts keeps to its budget at any width', async () => {
  for (let n = 0; n < 30; n += 1) await insert({ title: `Weighed ${n}` });
  const { context } = await openAsEditor();
  for (const width of [390, 768, 1280]) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width < 500 ? 812 : 900 });
    const transfers = await measure(page);
    await page.goto('/admin');
    await page.getByRole('table').waitFor();
    expect(await findExcess(page, transfers, POSTS), `at ${width} px`).toEqual([]);
    await page.close();
  }
});

test('without a session the client is loaded at the first use of the form, and the sign-in of another tab is noticed', async () => {
  const { page, context } = await journey.visit();
  const transfers = await recordTransfers(page);
  await page.goto('/auth', { waitUntil: 'networkidle' });
  const hasClient = () => transfers.some(({ url }) => url.includes('/assets/client-'));
  expect(hasClient()).toBe(false);
  await page.getByLabel('Email').first().focus();
  await expect.poll(hasClient).toBe(true);

  const waiting = await context.newPage();
  await waiting.goto('/auth', { waitUntil: 'networkidle' });
  const { page: signedIn } = await openAsEditor();
  const stored = await signedIn.evaluate(() => JSON.stringify(localStorage));
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(JSON.parse(all) as Record<string, string>)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  await waiting.waitForURL((url) => url.pathname === '/');
});

test('a tab whose code cannot be loaded says so, and its button loads the page again', async () => {
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to load resource: net::/);
  await page.route('**/assets/tabs-*', (route) => route.abort());
  await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
  const notice = page.getByRole('alert').filter({ hasText: dashboard.part.failed });
  await notice.waitFor();
  await page.unroute('**/assets/tabs-*');
  await notice.getByRole('button', { name: dashboard.retry }).click();
  await page.getByRole('heading', { name: dashboard.categories.heading }).waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText(dashboard.part.failed).count()).toBe(0);
});
