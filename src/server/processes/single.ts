import { announceReady, countForOperator } from '../start/announce.ts';
import { scheduleBackups } from './backup-schedule.ts';
import type { Config } from '../config.ts';
import { mailReports, openRuntime } from '../start/runtime.ts';
import { prepareStart } from '../start/prepare-start.ts';
import type { CloseSteps } from './stop-on-signals.ts';

/** Runs the site in this process. Resolves when it is ready; `closing` then stops it. */
export async function runSingle(config: Config, closing: CloseSteps): Promise<void> {
  const print = (line: string) => console.log(line);
  const lock = await prepareStart(config, closing, print);
  // The code of the site is loaded while PostgreSQL starts.
  const opening = config.hosted ? null : openRuntime(config, print);
  if (opening) closing.unshift(async () => (await opening.catch(() => null))?.close());
  const [runtime, { openSite }] = await Promise.all([opening, import('../open-site.ts')]);
  const serving = await openSite(config, runtime, closing);
  if (lock) closing.unshift(lock.announceStop);
  const counts = runtime && (await countForOperator(runtime.deps.database));
  runtime?.deps.outbox.wake();
  lock?.announce({ pid: process.pid, url: serving.url, databasePort: runtime?.databasePort ?? null });
  if (runtime)
    closing.unshift(scheduleBackups({ ...runtime.deps, settings: config.backup, reports: mailReports(config) }).stop);
  print(announceReady(config, serving.url, counts));
}
