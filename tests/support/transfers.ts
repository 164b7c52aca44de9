import type { Page } from 'playwright';

/** What one page transferred, in bytes with headers, compressed as sent. */
export type Transfers = { url: string; type: string; bytes: number }[];

/** Records all network requests of a page from now on. The list grows while the page loads. */
export async function recordTransfers(page: Page): Promise<Transfers> {
  const session = await page.context().newCDPSession(page);
  const transfers = new Map<string, Transfers[number]>();
  const done: Transfers = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.startsWith('http')) transfers.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) done.push({ ...transfer, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return done;
}

export function transferredBytes(transfers: Transfers, type?: string): number {
  const counted = transfers.filter((one) => type === undefined || one.type === type);
  return counted.reduce((sum, { bytes }) => sum + bytes, 0);
}
