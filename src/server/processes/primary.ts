import { existsSync } from 'node:fs';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { MIN_CONNECTIONS } from '#backend/database/pools.ts';
import { createProbe } from '#backend/database/read-state.ts';
import { createOutbox } from '#backend/mail/outbox.ts';
import { announceReady, countForOperator } from '../start/announce.ts';
import { scheduleBackups } from './backup-schedule.ts';
import { cleanRegularly } from './clean-regularly.ts';
import type { Config } from '../config.ts';
import { type Installation, openInstallation } from '../start/installation.ts';
import { captureOutput, openLog } from '../log/open-log.ts';
import { createProcessMetrics } from '../monitoring/process-metrics.ts';
import { sumMetrics } from '../monitoring/worker-metrics.ts';
import { mailReports, mailSettings, openRuntime } from '../start/runtime.ts';
import { type CloseSteps, stopOnSignals, stopping } from './stop-on-signals.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { waitForBuild } from './worker-messages.ts';
import { loadWords } from '../words/read-words.ts';
import { requireFreePort } from '../start/listen-port.ts';
import { type DataLock, waitForDataFolder } from '../start/lock.ts';

/**
 * Runs the primary process of several workers: it holds the lock of the data folder, starts the bundled PostgreSQL,
 * migrates, delivers mail and deletes expired rows, and keeps the workers running, which serve. Resolves when all of them
 * are ready; `closing` then stops them first.
 */
export async function runPrimary(config: Config, closing: CloseSteps): Promise<void> {
  const print = (line: string) => console.log(line);
  const lock = await prepareStart(config, closing, print);
  const opening = config.hosted ? null : openInstallation(config, print);
  if (opening) closing.unshift(async () => (await opening.catch(() => null))?.close());
  const installation = await opening;
  stopping.throwIfAborted();
  const background = installation && openBackground(config, installation, print);
  if (background) {
    closing.unshift(background.close);
    await loadWords(background.database);
    stopping.throwIfAborted();
  }
  await waitForBuild();
  stopping.throwIfAborted();
  sumMetrics(createProcessMetrics({ log: openLog(config), database: background?.database ?? null, usage: null }));
  const workers = superviseWorkers({
    count: config.workers,
    databaseUrl: installation?.databaseUrl ?? null,
    onMail: () => background?.outbox.wake(),
    report: console.error,
  });
  closing.unshift(workers.stop);
  const url = await workers.ready;
  captureOutput(openLog(config).log);
  const counts = background && (await countForOperator(background.database));
  stopping.throwIfAborted();
  background?.outbox.wake();
  lock?.announce({ pid: process.pid, url, databasePort: installation?.databasePort ?? null });
  if (background) closing.unshift(background.scheduleBackups());
  // First: a start waits longer for one that stops.
  if (lock) closing.unshift(lock.announceStop);
  print(announceReady(config, url, counts));
}

/** The work of one process besides serving: it delivers mail and deletes expired rows. */
function openBackground(config: Config, { databaseUrl }: Installation, print: (line: string) => void) {
  const { log, outage } = openLog(config);
  const now = () => new Date();
  const database = connectDatabase(databaseUrl, {
    connections: MIN_CONNECTIONS,
    onUnavailable: outage.report,
  });
  outage.watch(createProbe(database));
  const settings = mailSettings(config, print);
  const reports = mailReports(config);
  // Sender and recipients of mail are facts of the firm, which may have changed since the last round.
  const readSettings = () => loadWords(database);
  const outbox = createOutbox({ database: database.poolFor('internal'), settings, readSettings, log, now, reports });
  const { outboxFolder } = settings;
  const { keepActivityDays } = config;
  const stopCleaning = cleanRegularly({ database, log, now, keepActivityDays, outboxFolder });
  return {
    database,
    outbox,
    scheduleBackups: () => scheduleBackups({ database, log, now, outbox, reports, settings: config.backup }).stop,
    close: async () => {
      await stopCleaning();
      await outbox.stop();
      outage.stop();
      await closeDatabase(database);
    },
  };
}

/** Runs the site in this process. Resolves when it is ready; `closing` then stops it. */
export async function runSingle(config: Config, closing: CloseSteps): Promise<void> {
  const print = (line: string) => console.log(line);
  const lock = await prepareStart(config, closing, print);
  // The code of the site is loaded while PostgreSQL starts.
  const opening = config.hosted ? null : openRuntime(config, print);
  if (opening) closing.unshift(async () => (await opening.catch(() => null))?.close());
  const [runtime, { openSite }] = await Promise.all([opening, import('../open-site.ts'), waitForBuild()]);
  stopping.throwIfAborted();
  const serving = await openSite(config, runtime, closing);
  const counts = runtime && (await countForOperator(runtime.deps.database));
  stopping.throwIfAborted();
  runtime?.deps.outbox.wake();
  lock?.announce({ pid: process.pid, url: serving.url, databasePort: runtime?.databasePort ?? null });
  if (runtime)
    closing.unshift(scheduleBackups({ ...runtime.deps, settings: config.backup, reports: mailReports(config) }).stop);
  if (lock) closing.unshift(lock.announceStop);
  print(announceReady(config, serving.url, counts));
}

/**
 * Does what a start needs before it opens anything: listens for signals, and requires that the port is free, that no
 * other process uses the data folder, and that the store of files answers; it waits for a process that is about to stop,
 * and for the store. Throws a ConfigurationError. Returns the lock of the data folder, null with a hosted backend;
 * `closing` releases it.
 */
async function prepareStart(
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
  // A database with content is migrated only when there is a site that can use it.
  if (isUsed || config.databaseUrl) await waitForBuild();
  // The client of the store is loaded only with STORAGE_URL.
  if (config.store && lock) {
    const { waitForStore } = await import('#backend/storage/s3-store.ts');
    await waitForStore(config.store, { withinMs: config.databaseWaitMs, onProgress: print, signal: stopping });
  }
  return lock;
}
