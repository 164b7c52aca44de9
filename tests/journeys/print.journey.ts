import type { Page } from 'playwright';
import { test } from 'vitest';
import { checklists } from '#site/content/checklists.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { PUBLIC_ROUTES } from '../support/routes.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const journey = setUpJourney({ sampleContent: true });
const POST = '/blog/moowr-bonded-factory';

/** Sheets of A4 at most, at the length of the sample content. */
const MAX_SHEETS: Record<string, number> = { [POST]: 3, '/': 6, '/blog': 3, '/team': 2, '/contact': 2 };
for (const { path } of checklists) MAX_SHEETS[path] = 1;
for (const name of ['foreign-trade-policy', 'rbi-fema-compliance', 'navigating-india-toreign-trade'])
  MAX_SHEETS[`/services/${name}`] = 7;
const DEFAULT_MAX_SHEETS = 6;

const WITH_DARK_BANDS = ['/', '/about', '/services/government-liaison'];

/** What is no use on paper. */
const CONTROLS = [
  'nav:visible',
  ':is(button, .button):visible',
  'input:visible',
  'summary:visible',
  '.go-link:visible',
  '.closing-call:visible',
].join();

async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('pages print on few sheets, with their address, no controls, no dark bands', VERY_LONG, async () => {
  const { page } = await journey.visit({ width: 794 });
  for (const path of PUBLIC_ROUTES) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    expect(await sheetsOf(page), path).toBeLessThanOrEqual(MAX_SHEETS[path] ?? DEFAULT_MAX_SHEETS);
    await page.emulateMedia({ media: 'print' });
    const controls = await page.locator(CONTROLS).evaluateAll((found) => found.map((e) => e.outerHTML.slice(0, 80)));
    expect(controls, path).toEqual([]);
    await expect(page.locator('.site-footer__address')).toHaveText(new URL(path, journey.app.url).href);
    await expect(page.locator('.site-footer__address'), path).toBeVisible();
    if (!WITH_DARK_BANDS.includes(path)) continue;
    const bands = await page.locator('.on-ink:visible').evaluateAll((found) =>
      found.map((band) => {
        const { backgroundColor, color } = getComputedStyle(band);
        return `${backgroundColor} ${color}`;
      }),
    );
    expect(new Set(bands), path).toEqual(new Set(['rgba(0, 0, 0, 0) rgb(20, 33, 61)']));
  }
});

test('a printed article begins on the first sheet and lists the addresses of its links', async () => {
  const { page } = await journey.visit({ width: 794 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(POST);
  const first = await page.locator('.prose > p').first().boundingBox();
  expect(first?.y).toBeLessThan(500);
  const link = page.locator('.prose a[data-note]').first();
  expect(await link.evaluate((e) => getComputedStyle(e, '::after').content)).toBe('"1"');
  await expect(page.locator('.article-links li').first()).toHaveText(
    new URL((await link.getAttribute('href')) ?? '', journey.app.url).href,
  );
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.article-links')).toBeHidden();
});
