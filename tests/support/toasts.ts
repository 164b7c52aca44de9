import type { Page } from 'playwright';
import { expect } from './page-expect.ts';

type Told = { title: string; description: string; variant: 'destructive' | 'success' };

/** Waits for a toast that says exactly this, in its style. */
export async function expectToast(page: Page, { title, description, variant }: Told): Promise<void> {
  const toast = page
    .locator(`.toast--${variant}`)
    .filter({ has: page.locator('.toast__text', { hasText: exactly(description) }) });
  await expect(toast.last()).toBeVisible();
  await expect(toast.last().locator('.toast__title')).toHaveText(title);
  await expect(toast.last()).toContainText(`${title} ${description}`);
}

export async function dismissToasts(page: Page): Promise<void> {
  const close = page.locator('.toast[data-state=open] .corner-button');
  while ((await close.count()) > 0) {
    await close.first().click();
    await page.waitForTimeout(50);
  }
  await expect(page.locator('.toast')).toHaveCount(0);
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
