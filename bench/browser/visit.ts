import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { type Transfers, countTransfers } from './transfers.ts';

/** A first visit to a page, with an empty cache. */
export type VisitWeights = { atFirst: Transfers; afterUse: Transfers };

/** Windows in which a page may load different pictures; figures are of the heavier. */
const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} satisfies Record<string, BrowserContextOptions>;
export type Window = keyof typeof WINDOWS;
/** A page that was rendered this long ago must not make the browser load its data again. */
const AGE_OF_PAGE_MS = 2 * 60_000;
/** How long no request may be under way before the page counts as loaded, beyond Playwright's half second. */
const QUIET_MS = 700;

/** Visits a page in these windows and returns the heavier visit. `act` is done on the page after it has loaded. */
export async function weighPage(
  browser: Browser,
  url: string,
  windows: readonly Window[],
  act = scrollThrough,
): Promise<VisitWeights> {
  const visits: VisitWeights[] = [];
  for (const window of windows) visits.push(await weighIn(browser, url, WINDOWS[window], act));
  return visits.reduce((heaviest, visit) => (visit.afterUse.bytes > heaviest.afterUse.bytes ? visit : heaviest));
}

async function weighIn(
  browser: Browser,
  url: string,
  window: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<VisitWeights> {
  const context = await browser.newContext(window);
  try {
    await context.addInitScript((age) => {
      const { now } = Date;
      Date.now = () => now() + age;
    }, AGE_OF_PAGE_MS);
    const page = await context.newPage();
    const count = await countTransfers(page);
    await page.goto(url);
    await settle(page);
    const atFirst = count();
    await act(page);
    await settle(page);
    return { atFirst, afterUse: count() };
  } finally {
    await context.close();
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
  await page.waitForLoadState('networkidle');
}

/** Scrolls to the end as a reader does, so that everything comes near the window once. */
async function scrollThrough(page: Page): Promise<void> {
  const steps = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / (innerHeight / 2)));
  for (let step = 0; step < steps; step += 1) {
    await page.evaluate(() => scrollBy({ top: innerHeight / 2, behavior: 'instant' }));
    await page.waitForTimeout(100);
  }
}

/** Fills in the enquiry form, without sending it, and leaves each field. */
export async function fillInEnquiryForm(page: Page): Promise<void> {
  const fields = page.locator('main form').locator('input:visible, textarea:visible');
  for (const field of await fields.all()) {
    const type = await field.getAttribute('type');
    if (type === 'checkbox' || type === 'radio' || type === 'hidden') continue;
    await field.fill(type === 'email' ? 'visitor@example.org' : 'A question about customs');
    await field.blur();
  }
}
