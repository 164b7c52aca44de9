import type { Config } from './config.ts';
import { requireFreePort } from './listen-port.ts';
import { type DataLock, lockDataFolder } from './lock.ts';
import { requireStoreOf } from './require-store-of.ts';
import { type CloseSteps, stopOnSignals } from './stop-on-signals.ts';

/**
 * Does what a start needs before it opens anything: listens for signals, and requires that the port is free, that no
 * other process uses the data folder, and that the store of files answers. Throws a ConfigurationError. Returns the lock
 * of the data folder, null with a hosted backend; `closing` releases it.
 */
export async function prepareStart(
  config: Config,
  closing: CloseSteps,
  print: (line: string) => void,
): Promise<DataLock | null> {
  stopOnSignals(closing, print);
  await requireFreePort(config.host, config.port);
  const lock = config.hosted ? null : lockDataFolder(config.dataFolder);
  if (lock) closing.unshift(lock.release);
  await requireStoreOf(config);
  return lock;
}
