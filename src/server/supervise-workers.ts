import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '#contract/configuration-error.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export type WorkersOptions = {
  count: number;
  /** The address of the database, or null with a hosted backend. */
  databaseUrl: string | null;
  /** Called when a worker has enqueued mail. */
  onMail: () => void;
  /** Writes a line to the operator. */
  report: (line: string) => void;
};

export type Workers = {
  /**
   * Resolves with the address of the site when all workers serve. Rejects when one ends before: with a
   * ConfigurationError when the operator can correct the reason.
   */
  ready: Promise<string>;
  /** Lets all workers finish their requests and end. */
  stop: () => Promise<void>;
};

/** Longer than a worker waits for its running requests (serve.ts) and for its connections. */
const STOP_WITHIN_MS = 25_000;
/** A worker that served this long is replaced at once; otherwise the pause doubles from one to the next. */
const SERVED_WELL_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Starts the workers of this process, and another one for each that ends. */
export function superviseWorkers({ count, databaseUrl, onMail, report }: WorkersOptions): Workers {
  const ended = new AbortController();
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let notReady = count;
  // The caller may stop before it waits for `ready`.
  ready.catch(() => {});

  const keepRunning = async (): Promise<void> => {
    let isFirst = true;
    for (let pause = FIRST_PAUSE_MS; !ended.signal.aborted;) {
      const worker = cluster.fork();
      let readyAt: number | null = null;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'started') tell(worker, { kind: 'database', url: databaseUrl });
        if (message.kind === 'mail') onMail();
        if (message.kind === 'configuration-error') reject(new ConfigurationError(message.message));
        if (message.kind !== 'ready') return;
        readyAt = Date.now();
        if (isFirst && (notReady -= 1) === 0) resolve(message.url);
        isFirst = false;
      });
      const how = await exitOf(worker);
      if (ended.signal.aborted) return;
      if (isFirst) return reject(new Error(`A worker ended (${how}) before it was ready.`));
      const servedWell = readyAt !== null && Date.now() - readyAt >= SERVED_WELL_MS;
      report(`The worker ${worker.process.pid} ended (${how}); another one is started.`);
      if (!servedWell) await sleep(pause, undefined, { signal: ended.signal }).catch(() => {});
      pause = servedWell ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: count }, keepRunning));

  return {
    ready,
    stop: async () => {
      ended.abort();
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      for (const worker of workers) tell(worker, { kind: 'stop' });
      const hurry = setTimeout(() => workers.forEach((worker) => worker.process.kill('SIGKILL')), STOP_WITHIN_MS);
      await all;
      clearTimeout(hurry);
    },
  };
}

function tell(worker: Worker, message: ToWorker): void {
  // The worker may have ended meanwhile; its exit is handled.
  if (worker.isConnected()) worker.send(message, () => {});
}

function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}
