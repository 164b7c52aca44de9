import type { Page } from 'playwright';
import { test } from 'vitest';
import { MESSAGES } from '#site/messages.ts';
import { hydrateCarousels, hydrateForm } from '../support/islands.ts';
import { setUpJourney } from '../support/journey.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { expect } from '../support/page-expect.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { expectToast } from '../support/toasts.ts';
import { afterChanges } from '../support/accessible-layout.ts';
import { type Transfers, transferredBytes, recordTransfers } from '../support/transfers.ts';

const journey = setUpJourney({ sampleContent: true });

const KB = 1000;
const SCRIPT_BYTES = 5 * KB;
const HOME = { requests: 14, scriptBytesAfterScrolling: 80 * KB };
const CONTACT = { scriptBytesAfterUse: 85 * KB };
const PAGES = [...PUBLIC_ROUTES, ...MORE_ROUTES.filter((path) => path !== '/no-such-page')];

/** A first visit: nothing is in the cache of the browser. The budgets of every page are in sound-pages.journey.ts. */
async function visitFirst(path: string, width = 1280): Promise<{ page: Page; transfers: Transfers }> {
  const { page } = await journey.visit({ width });
  const transfers = await recordTransfers(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  return { page, transfers };
}

test('a first visit to the home page of a phone makes few requests', async () => {
  const { transfers } = await visitFirst('/', 375);
  expect(transfers.length).toBeGreaterThan(4);
  expect(transfers.length).toBeLessThanOrEqual(HOME.requests);
});

test('the home page makes few requests; its scripts keep to their budget after scrolling, and none is for reading data', async () => {
  const { page, transfers } = await visitFirst('/');
  expect(transfers.length).toBeGreaterThan(4);
  expect(transfers.length).toBeLessThanOrEqual(HOME.requests);
  await hydrateCarousels(page);
  await page.waitForLoadState('networkidle');
  expect(transferredBytes(transfers, 'Script')).toBeGreaterThan(SCRIPT_BYTES);
  expect(transferredBytes(transfers, 'Script')).toBeLessThanOrEqual(HOME.scriptBytesAfterScrolling);
  expect(transfers.filter(({ type, url }) => type === 'Fetch' || url.includes('/rest/v1/'))).toEqual([]);
});

test('the scripts of the contact page keep to their budget after an enquiry', async () => {
  const { page, transfers } = await visitFirst('/contact');
  await hydrateForm(page);
  for (const [name, text] of Object.entries({ name: 'Meera', email: 'meera@mills.example', message: 'Weighed' })) {
    await page.locator(`main form [name=${name}]`).fill(text);
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, MESSAGES.enquirySent);
  await page.waitForLoadState('networkidle');
  expect(transferredBytes(transfers, 'Script')).toBeLessThanOrEqual(CONTACT.scriptBytesAfterUse);
});

test('what lies far below the first screen is laid out after what is seen first', async () => {
  const { page } = await journey.visit();
  await page.addInitScript(() => {
    document.addEventListener('contentvisibilityautostatechange', (event) => {
      const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
      if (skipped && (target as Element).querySelector('#why')) document.documentElement.dataset['later'] = 'why';
    });
  });
  await page.goto('/');
  await afterChanges(page);
  expect(await page.locator('html').getAttribute('data-later')).toBe('why');
  expect(await page.locator('#why').evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
});

test.each([
  {
    path: '/services/foreign-trade-policy',
    parts: [
      ['.site-header', 'main'],
      ['.banner', '#main > :nth-child(2)'],
    ],
  },
  {
    path: '/blog/rules-of-origin-explained',
    parts: [
      ['.article-head', '.article-body'],
      ['.article-body', '.article-foot'],
    ],
  },
])('each part of $path is laid out before the rest is parsed', async ({ path, parts }) => {
  const { page } = await journey.visit({ width: 375 });
  await page.addInitScript((all) => {
    const laidOut = new Set<string>();
    Object.assign(globalThis, { laidOut });
    const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetTop');
    Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
      get(this: HTMLElement): unknown {
        for (const [first = '', rest = ''] of all)
          if (document.querySelector(first) && !document.querySelector(rest)) laidOut.add(first);
        return own?.get?.call(this);
      },
    });
  }, parts);
  await page.goto(path);
  const laidOut = () => page.evaluate(() => [...(globalThis as unknown as { laidOut: Set<string> }).laidOut]);
  await expect.poll(laidOut).toEqual(parts.map(([first]) => first));
});

/** Long ones of each kind. */
const WITH_FIRST_FRAME = ['/', '/blog', '/blog/rules-of-origin-explained', '/services/foreign-trade-policy'];

test.each([...new Set([...PAGES, ...WITH_FIRST_FRAME])])(
  'on a slow phone nothing of %s shifts while it is laid out, and the first frame of a long page is not its header alone',
  async (path) => {
    const isLong = WITH_FIRST_FRAME.includes(path);
    const { page, context } = await journey.visit({ width: 412 });
    await watchLayoutShift(page);
    await page.addInitScript(() => {
      addEventListener('pagereveal', () => {
        document.documentElement.dataset['first'] = String(document.querySelectorAll('main, .site-footer').length);
      });
    });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: isLong ? 6 : 4 });
    await page.goto(path);
    if (isLong) await expect(page.locator('html')).toHaveAttribute('data-first', '2');
    await afterChanges(page);
    expect(await layoutShift(page)).toBeLessThan(0.01);
  },
);

test.each([true, false])(
  'on a phone an address leads to its place on a long page, with scripts: %s',
  async (javaScript) => {
    const { page } = await journey.visit({ width: 375, javaScript });
    await page.goto('/services/rbi-fema-compliance#transfer-pricing');
    const topOf = async () => (await page.locator('#transfer-pricing').boundingBox())?.y ?? Number.NaN;
    // Without scripts all is laid out at once.
    if (javaScript) await afterChanges(page);
    expect(await topOf()).toBeGreaterThan(0);
    expect(await topOf()).toBeLessThan(200);
  },
);

test('on a phone a link to words of a long page, as search results have it, leads to them', async () => {
  const { page } = await journey.visit({ width: 375 });
  const words = page.getByRole('heading', { name: 'Write to the firm' });
  await page.goto('/#:~:text=Write%20to%20the%20firm');
  await afterChanges(page);
  await expect(words).toBeInViewport();
});

test('a phone that is turned keeps all sections of a page, and does not jump to its top', async () => {
  const { page } = await journey.visit({ width: 800 });
  await page.goto('/services/rbi-fema-compliance');
  await afterChanges(page);
  await page.evaluate(() => {
    scrollTo(0, 5000);
    const lost: string[] = [];
    Object.assign(globalThis, { lost });
    const look = () => {
      for (const one of document.querySelectorAll('#main > *, .site-footer'))
        if (getComputedStyle(one).display === 'none' && one.tagName !== 'SCRIPT') lost.push(one.className);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (globalThis as unknown as { lost: string[] }).lost)).toEqual([]);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(4000);
});
