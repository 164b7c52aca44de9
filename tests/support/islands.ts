import type { Page } from 'playwright';

/** Moves the focus into the enquiry form and waits until React runs it, which its attribute `data-live` shows. */
export async function hydrateForm(page: Page): Promise<void> {
  await page.locator('main form [name=name]').focus();
  await page.locator('main form[data-live]').waitFor();
}

/** Scrolls to the carousels of the home page, one after the other, and waits until React runs both. */
export async function hydrateCarousels(page: Page): Promise<void> {
  for (const name of ['.article-carousel', '.testimonials__carousel']) {
    await page.locator(name).scrollIntoViewIfNeeded();
    await page.locator(`${name}[data-live]`).waitFor();
  }
}
