import type { Page } from 'playwright';
import { test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { bookConsultation, headerLinks } from '#site/content/navigation.ts';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { afterChanges } from '../support/accessible-layout.ts';

const journey = setUpJourney({ sampleContent: true });

// content.test.ts holds them to the specification.
const HEADER = [...headerLinks, bookConsultation].map(({ label, href }) => [label, href]);

/** The links that visitors see; the link to the dashboard is hidden from them. */
const linksOf = (page: Page, within: string) =>
  page
    .locator(`${within} a`)
    .evaluateAll((links) =>
      links
        .filter((link) => !link.closest('[hidden]'))
        .map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );
/** NaN while the page is replaced by a navigation: a poll asks again. */
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY)).catch(() => Number.NaN);

test('the menu opens, closes, and closes on a choice', async () => {
  const { page } = await journey.visit({ width: 375 });
  const menu = page.locator('.site-menu');
  const button = page.getByRole('button', { name: 'Menu' });
  for (const [from, choice] of [
    ['/', 'Contact'],
    ['/contact', 'Home'],
    ['/about', 'Team'],
  ] as const) {
    await page.goto(from, { waitUntil: 'networkidle' });
    await expect(menu).toBeHidden();
    await button.click();
    expect(await linksOf(page, '.site-menu')).toEqual(HEADER);
    await button.click();
    await expect(menu).toBeHidden();
    await button.click();
    await menu.getByRole('link', { name: choice, exact: true }).click();
    await expect(page).not.toHaveURL(`${journey.app.url}${from}`);
    await expect(menu).toBeHidden();
  }
});

test('a chosen page starts at its top, and back and forward restore the scroll position', async () => {
  const { page } = await journey.visit();
  for (const [from, link, to] of [
    ['/', '.closing-call a', '/contact'],
    ['/about', '.closing-call a >> nth=0', '/contact'],
    ['/contact', 'footer.site-footer a[href="/"]', '/'],
  ] as const) {
    await page.goto(from, { waitUntil: 'networkidle' });
    await afterChanges(page);
    await page.locator(link).scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(400);
    await page.locator(link).click();
    await expect(page).toHaveURL(`${journey.app.url}${to}`);
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expect.poll(async () => Math.abs((await scrolled(page)) - before), `${from} to ${to}`).toBeLessThan(80);
    await page.goForward();
    await expect.poll(() => scrolled(page)).toBe(0);
  }
});

test('a page that opens in place is announced by its title, and gets the focus', async () => {
  const { page } = await journey.visit();
  await page.goto('/admin');
  await page.waitForURL('**/auth');
  await expect(page.locator('body > p[aria-live=polite]')).toHaveText(`Admin | ${firm.name}`);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('the first tab stop skips to the content', async () => {
  const { page } = await journey.visit();
  for (const path of ['/', '/about']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  }
});
