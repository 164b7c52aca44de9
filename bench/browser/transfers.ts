import type { CDPSession, Page } from 'playwright';

/** What a page has received so far. */
export type Transfers = {
  requests: number;
  /** Bytes on the wire, headers included. */
  bytes: number;
  scripts: { requests: number; bytes: number };
  styles: { requests: number; bytes: number };
  urls: string[];
};

/** The events of Chromium's Network domain that are read here. */
export type Received = { url: string; type: string; mimeType: string; bytes: number };

/**
 * Counts the requests of a page through the Chrome DevTools Protocol, with `encodedDataLength`. Requests that Chromium
 * makes for pages which it loads in advance belong to those pages.
 */
export async function countTransfers(page: Page): Promise<() => Transfers> {
  const session = await page.context().newCDPSession(page);
  const received = new Map<string, Received>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Pictures within a stylesheet.
    if (response.url.startsWith('data:')) return;
    received.set(requestId, {
      url: response.url,
      type,
      mimeType: response.mimeType,
      bytes: response.encodedDataLength,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = received.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  await enable(session);
  return () => sumTransfers([...received.values()]);
}

async function enable(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
}

export function sumTransfers(received: readonly Received[]): Transfers {
  const sum = (some: readonly Received[]) => ({
    requests: some.length,
    bytes: some.reduce((total, { bytes }) => total + bytes, 0),
  });
  return {
    ...sum(received),
    scripts: sum(received.filter(({ type, mimeType }) => type === 'Script' || mimeType.endsWith('javascript'))),
    styles: sum(received.filter(({ mimeType }) => mimeType === 'text/css')),
    urls: received.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`),
  };
}
