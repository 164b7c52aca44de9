import type { Page } from 'playwright';

/** Pixels by which the page is wider than the window, a scrollbar left out. */
export const overflowX = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
