import type { Page } from 'playwright';
import { expect } from './page-expect.ts';

/** Waits until all sections of a page are laid out (styles/layout.css), so that positions do not change any more. */
export async function waitForLayout(page: Page): Promise<void> {
  const skipped = page.locator('#main > *, .site-footer');
  await expect
    .poll(() => skipped.evaluateAll((sections) => sections.map((one) => getComputedStyle(one).contentVisibility)))
    .not.toContain('auto');
}
