import type { Page } from 'playwright';
import { expect } from './page-expect.ts';

/** Waits until all sections of a page are laid out (styles/layout.css), so that positions do not change any more. */
export async function waitForLayout(page: Page): Promise<void> {
  const sections = page.locator('#main > *, .article-body ~ *, .site-footer');
  await expect
    .poll(() =>
      sections.evaluateAll((all) => all.every((one) => getComputedStyle(one).contentVisibility === 'visible')),
    )
    .toBe(true);
}
