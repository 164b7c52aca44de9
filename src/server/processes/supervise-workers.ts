import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { stopping } from './stop-on-signals.ts';
import { type FromWorker, tellWorker, watchHeartbeats } from './worker-messages.ts';

type WorkersOptions = {
  count: number;
  /** The address of the database, or null with a hosted backend. */
  databaseUrl: string | null;
  /** Called when a worker has enqueued mail. */
  onMail: () => void;
  /** Writes a line to the operator. */
  report: (line: string) => void;
};

type Workers = {
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
const MAX_PAUSE_MS = 30_000;

/** Starts the workers of this process, and another one for each that ends. A worker that hangs is ended. */
export function superviseWorkers(options: WorkersOptions): Workers {
  const places = Array.from({ length: options.count }, () => keepWorker(options));
  const ready = Promise.all(places.map((place) => place.ready)).then(([url = '']) => url);
  // The caller may stop before it waits for `ready`.
  ready.catch(() => {});
  return {
    ready,
    stop: async () => {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      for (const worker of workers) tellWorker(worker, { kind: 'stop' });
      const hurry = setTimeout(() => workers.forEach((worker) => worker.process.kill('SIGKILL')), STOP_WITHIN_MS);
      await Promise.all(places.map((place) => place.ended));
      clearTimeout(hurry);
    },
  };
}

/**
 * Keeps one worker running until this process stops: a signal may have told all of its workers too. A first worker that
 * ends before it is ready is not replaced.
 */
function keepWorker(options: WorkersOptions): { ready: Promise<string>; ended: Promise<void> } {
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const keepRunning = async (): Promise<void> => {
    let hasServed = false;
    const onError = (error: ConfigurationError): void => (hasServed ? options.report(error.message) : reject(error));
    for (let pause = FIRST_PAUSE_MS; !stopping.aborted;) {
      const { pid, how, servedMs } = await runWorker(options, resolve, onError);
      hasServed ||= servedMs !== null;
      if (stopping.aborted) return;
      if (!hasServed) return reject(new Error(`A worker ended (${how}) before it was ready.`));
      options.report(`The worker ${pid} ended (${how}); another one is started.`);
      const servedWell = servedMs !== null && servedMs >= SERVED_WELL_MS;
      if (!servedWell) await sleep(pause, undefined, { signal: stopping }).catch(() => {});
      pause = servedWell ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
    }
  };
  return { ready, ended: keepRunning() };
}

/** How a worker ended, and how long it had served; null when it was never ready. */
type EndedWorker = { pid: number | undefined; how: string; servedMs: number | null };

function runWorker(
  { databaseUrl, onMail, report }: WorkersOptions,
  onReady: (url: string) => void,
  onError: (error: ConfigurationError) => void,
): Promise<EndedWorker> {
  const worker = cluster.fork();
  let readyAt: number | null = null;
  let heartbeats: ReturnType<typeof watchHeartbeats> | null = null;
  const endSilent = (seconds: number): void => {
    report(`The worker ${worker.process.pid} is silent for ${seconds} seconds: it hangs and is ended.`);
    worker.process.kill('SIGKILL');
  };
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'started') tellWorker(worker, { kind: 'database', url: databaseUrl });
    if (message.kind === 'alive') heartbeats?.heard();
    if (message.kind === 'mail') onMail();
    if (message.kind === 'configuration-error') onError(new ConfigurationError(message.message));
    if (message.kind !== 'ready') return;
    readyAt = Date.now();
    heartbeats = watchHeartbeats(endSilent);
    onReady(message.url);
  });
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => {
      heartbeats?.stop();
      resolve({
        pid: worker.process.pid,
        how: signal ?? `code ${code}`,
        servedMs: readyAt === null ? null : Date.now() - readyAt,
      });
    });
  });
}
