import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { requireFreePort } from './listen-port.ts';
import { type DataLock, waitForDataFolder } from './lock.ts';
import { type CloseSteps, stopOnSignals, stopping } from '../processes/stop-on-signals.ts';

/**
 * Does what a start needs before it opens anything: listens for signals, and requires that the port is free, that no
 * other process uses the data folder, and that the store of files answers; it waits for a process that is about to stop,
 * and for the store. Throws a ConfigurationError. Returns the lock of the data folder, null with a hosted backend;
 * `closing` releases it.
 */
export async function prepareStart(
  config: Config,
  closing: CloseSteps,
  print: (line: string) => void,
): Promise<DataLock | null> {
  stopOnSignals(closing, print);
  // The process that uses the folder may also use the port. A new folder is created only when the port is free.
  const isUsed = existsSync(config.dataFolder);
  if (!isUsed) await requireFreePort(config.host, config.port, stopping);
  const lock = config.hosted
    ? null
    : await waitForDataFolder(config.dataFolder, { onProgress: print, signal: stopping });
  if (lock) closing.unshift(lock.release);
  if (isUsed) await requireFreePort(config.host, config.port, stopping);
  // The client of the store is loaded only with STORAGE_URL.
  if (config.store && lock) {
    const { waitForStore } = await import('#backend/storage/s3-store.ts');
    await waitForStore(config.store, { withinMs: config.databaseWaitMs, onProgress: print, signal: stopping });
  }
  return lock;
}
