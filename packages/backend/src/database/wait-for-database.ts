import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '../configuration-error.ts';
import { createClient } from './client.ts';
import { type ConnectionError, describeConnectionError } from './connection-error.ts';
import { databaseAddress } from './database-url.ts';

export type WaitOptions = {
  /** How long to wait for a database that cannot be reached, in milliseconds; 0 tries once. */
  withinMs: number;
  /** Called once, when it is waiting. */
  onProgress: (line: string) => void;
  /** Ends the wait; its reason is thrown. */
  signal?: AbortSignal;
};

/** How long one attempt may take: opening a connection takes seconds on a loaded machine or a distant one. */
const ATTEMPT_MS = 10_000;
const PAUSE_MS = 500;

/**
 * Connects to the database at DATABASE_URL once, and tries again while the error may pass by itself. Resolves when the
 * database accepts connections. Throws a ConfigurationError that names the address and the reason, never the password:
 * after the wait, or at once for errors that do not pass, such as a wrong password.
 */
export async function waitForDatabase(url: string, { withinMs, onProgress, signal }: WaitOptions): Promise<void> {
  const end = performance.now() + withinMs;
  for (let isTold = false; ;) {
    const error = await tryToConnect(url);
    signal?.throwIfAborted();
    if (error === null) return;
    if (!error.isTemporary || performance.now() >= end) throw noDatabase(url, error, withinMs);
    if (!isTold) onProgress(`Waiting for the database at ${databaseAddress(url)}: it ${error.words} …`);
    isTold = true;
    await sleep(PAUSE_MS, undefined, { ...(signal && { signal }) });
  }
}

async function tryToConnect(url: string): Promise<ConnectionError | null> {
  const client = createClient(url, { connectionTimeoutMillis: ATTEMPT_MS });
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    // Not awaited: a server that does not answer does not close the connection either.
    void client.end().catch(() => {});
    return describeConnectionError(error);
  }
}

function noDatabase(url: string, { words, isTemporary }: ConnectionError, withinMs: number): ConfigurationError {
  const waited = isTemporary && withinMs > 0 ? `, for ${Math.round(withinMs / 1000)} seconds now` : '';
  return new ConfigurationError(
    `DATABASE_URL: the database at ${databaseAddress(url)} ${words}${waited}.\n` +
      'Start the database or correct DATABASE_URL, then start again.',
  );
}
