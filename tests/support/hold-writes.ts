import type { Page } from 'playwright';

/** Holds what the page sends to addresses that match, as a slow line would, until the returned function is called. */
export async function holdWrites(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await promise;
    await route.fallback();
  });
  return resolve;
}
