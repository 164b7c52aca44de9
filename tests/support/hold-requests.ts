import type { Page } from 'playwright';

/** Holds what the page asks of addresses that match, as a slow line would, until the returned function is called. */
export async function holdRequests(
  page: Page,
  address: string,
  isHeld: (method: string) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (isHeld(route.request().method())) await promise;
    await route.fallback();
  });
  return resolve;
}

/** Holds only what changes something. */
export const holdWrites = (page: Page, address: string) => holdRequests(page, address, (method) => method !== 'GET');
