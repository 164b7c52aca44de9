import { announceReady, countForOperator } from './announce.ts';
import type { Config } from './config.ts';
import { lockDataFolder } from './lock.ts';
import { openRuntime } from './runtime.ts';
import { requireFreePort } from './listen-port.ts';
import { requireStoreOf } from './require-store-of.ts';
import { type CloseSteps, stopOnSignals } from './stop-on-signals.ts';

/** Runs the site in this process. Resolves when it is ready; `closing` then stops it. */
export async function runSingle(config: Config, closing: CloseSteps): Promise<void> {
  const print = (line: string) => console.log(line);
  stopOnSignals(closing, print);
  await requireFreePort(config.host, config.port);
  const lock = config.hosted ? null : lockDataFolder(config.dataFolder);
  if (lock) closing.unshift(lock.release);
  await requireStoreOf(config);
  // The code of the site is loaded while PostgreSQL starts.
  const opening = config.hosted ? null : openRuntime(config, print);
  if (opening) closing.unshift(async () => (await opening.catch(() => null))?.close());
  const [runtime, { openSite }] = await Promise.all([opening, import('./open-site.ts')]);
  const serving = await openSite(config, runtime, closing);
  const counts = runtime && (await countForOperator(runtime.deps.database));
  runtime?.deps.outbox.wake();
  lock?.announce({ pid: process.pid, url: serving.url, databasePort: runtime?.databasePort ?? null });
  print(announceReady(config, serving.url, counts));
}
