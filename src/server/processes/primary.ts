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
import { prepareStart } from '../start/prepare-start.ts';
import type { CloseSteps } from './stop-on-signals.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { loadWords } from '../words/read-words.ts';

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
  const background = installation && (await openBackground(config, installation, print));
  if (background) closing.unshift(background.close);

  sumMetrics(createProcessMetrics({ log: openLog(config), database: background?.database ?? null, usage: null }));
  const workers = superviseWorkers({
    count: config.workers,
    databaseUrl: installation?.databaseUrl ?? null,
    onMail: () => void background?.deliver(),
    report: console.error,
  });
  closing.unshift(workers.stop);
  if (lock) closing.unshift(lock.announceStop);
  const url = await workers.ready;
  captureOutput(openLog(config).log);
  const counts = background && (await countForOperator(background.database));
  background?.outbox.wake();
  lock?.announce({ pid: process.pid, url, databasePort: installation?.databasePort ?? null });
  if (background) closing.unshift(background.scheduleBackups());
  print(announceReady(config, url, counts));
}

/** The work of one process besides serving: it delivers mail and deletes expired rows. */
async function openBackground(config: Config, { databaseUrl }: Installation, print: (line: string) => void) {
  const { log, outage } = openLog(config);
  const now = () => new Date();
  const database = connectDatabase(databaseUrl, {
    connections: MIN_CONNECTIONS,
    onUnavailable: outage.report,
  });
  outage.watch(createProbe(database));
  await loadWords(database);
  const settings = mailSettings(config, print);
  const reports = mailReports(config);
  const outbox = createOutbox({ database: database.poolFor('internal'), settings, log, now, reports });
  const { outboxFolder } = settings;
  const { keepActivityDays } = config;
  const stopCleaning = cleanRegularly({ database, log, now, keepActivityDays, outboxFolder });
  return {
    database,
    outbox,
    /** Sender and recipients of mail are facts of the firm, which may have changed since the last message. */
    deliver: async () => {
      await loadWords(database);
      outbox.wake();
    },
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
