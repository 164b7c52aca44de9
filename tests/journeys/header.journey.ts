import type { Page } from 'playwright';
import { test } from 'vitest';
import { expect } from '../support/page-expect.ts';
import { setUpJourney } from '../support/journey.ts';
import { afterChanges } from '../support/accessible-layout.ts';

const journey = setUpJourney({ sampleContent: true });
const LONG_PAGE = '/services/foreign-trade-policy';

const BAR = '.site-header__bar';
const QUICK = '.quick-bar';
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const bottomOf = (page: Page, part: string) =>
  page.locator(part).evaluate((one) => Math.round(one.getBoundingClientRect().bottom));

/** A page scrolled down in steps, as by a finger, and then up a little. */
async function open(path: string, width: number, options = {}): Promise<Page> {
  const { page } = await journey.visit({ width, reducedMotion: true, ...options });
  await page.goto(path);
  return page;
}

test.each([375, 768, 1280])(
  'at %i px the bar leaves with the scroll, and is back, compact, on the way up, nothing shifts, and the bars cover nothing that has the focus on the way back',
  async (width) => {
    const page = await open(LONG_PAGE, width);
    await afterChanges(page);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const full = await page.locator(BAR).evaluate((bar) => bar.clientHeight);
    await scrollTo(page, 2000);
    await expect.poll(() => bottomOf(page, BAR)).toBeLessThanOrEqual(0);
    await scrollTo(page, 1900);
    await expect.poll(() => bottomOf(page, BAR)).toBeGreaterThan(40);
    expect(await bottomOf(page, BAR)).toBeLessThan(full);
    const book = page.locator(`${BAR} a:visible`, { hasText: 'Book Consultation' });
    await expect(book).toHaveCount(width < 768 ? 0 : 1);
    await scrollTo(page, 0);
    await expect.poll(() => page.locator('html').getAttribute('data-scroll')).toBeNull();
    for (const top of [300, 1500, 1400, 3000, 2900, 0]) {
      await scrollTo(page, top);
      await page.waitForTimeout(60);
    }
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    await expectNothingCovered(page);
  },
);

test('nothing is measured before the first scroll, which would force a layout; a link into a page counts as one', async () => {
  const { page } = await journey.visit({ width: 375 });
  await page.addInitScript(() => {
    const measured: string[] = [];
    const { getComputedStyle } = globalThis;
    const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'getBoundingClientRect') ?? {};
    const readBox = value as (this: Element) => DOMRect;
    globalThis.getComputedStyle = (...given) => (measured.push('style'), getComputedStyle(...given));
    Element.prototype.getBoundingClientRect = function () {
      measured.push('box');
      return readBox.call(this);
    };
    Object.assign(globalThis, { measured });
  });
  const measured = () => page.evaluate(() => (globalThis as unknown as { measured: string[] }).measured);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await measured()).toEqual([]);
  await page.goto(`${LONG_PAGE}#years`);
  await expect(page.locator('html')).toHaveAttribute('data-scroll', 'down');
  expect(await measured()).toContain('box');
});

test('without JavaScript the bar stays, and the bar of phones is absent', async () => {
  const page = await open(LONG_PAGE, 375, { javaScript: false });
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect(await bottomOf(page, BAR)).toBeGreaterThan(40);
  await expect(page.locator(QUICK)).toBeHidden();
});

test('the bar of phones leads to telephone, WhatsApp and form, and leaves forms and closing bands free; the menu opens below the bar in the middle of a page', async () => {
  const page = await open(LONG_PAGE, 375);
  await expect(page.locator(QUICK)).toBeHidden();
  await scrollTo(page, 2000);
  await expect(page.locator(QUICK)).toBeVisible();
  const links = await page.locator(`${QUICK} a`).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links[0]).toMatch(/^tel:\+\d{10,14}$/);
  expect(links[1]).toMatch(/^https:\/\/wa\.me\/\d{10,14}$/);
  expect(links[2]).toBe('/contact');
  await page.locator('.closing-call').scrollIntoViewIfNeeded();
  await expect(page.locator(QUICK)).toBeHidden();
  await page.goto('/contact');
  await page.locator('main form textarea').scrollIntoViewIfNeeded();
  await expect(page.locator(QUICK)).toBeHidden();
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(LONG_PAGE);
  await scrollTo(page, 2000);
  await expect(page.locator(QUICK)).toBeHidden();

  await page.setViewportSize({ width: 375, height: 812 });
  await scrollTo(page, 0);
  await expect.poll(() => page.locator('html').getAttribute('data-scroll')).toBeNull();
  await scrollTo(page, 2000);
  await expect(page.locator('html')).toHaveAttribute('data-scroll', 'down');
  await scrollTo(page, 1900);
  await expect.poll(() => bottomOf(page, BAR)).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Menu' }).click();
  const top = await page.locator('.site-menu').evaluate((menu) => menu.getBoundingClientRect().top);
  expect(Math.abs(top - (await bottomOf(page, BAR)))).toBeLessThanOrEqual(1.5);
  await page.locator('.site-menu').getByRole('link', { name: 'Team' }).click();
  await page.waitForURL('**/team');
});

test('the bar of phones is not shown while a field has the focus, nor on paper', async () => {
  const page = await open('/blog', 375);
  await scrollTo(page, 1500);
  await expect(page.locator(QUICK)).toBeVisible();
  await page.locator('.search-field input').evaluate((field: HTMLElement) => field.focus({ preventScroll: true }));
  await expect(page.locator(QUICK)).toBeHidden();
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(page.locator(QUICK)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator(QUICK)).toBeHidden();
});

async function expectNothingCovered(page: Page): Promise<void> {
  await page.locator('.further-pages a').last().focus();
  for (let stop = 0; stop < 16; stop += 1) {
    await page.keyboard.press('Shift+Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === document.body) return null;
      // A link over two lines has a line of its own for each.
      const { left, right, top, bottom } = focused?.getClientRects()[0] ?? new DOMRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return at && focused?.contains(at) ? null : `${focused?.outerHTML.slice(0, 80)} under ${at?.className}`;
    });
    expect(covered).toBeNull();
  }
}
