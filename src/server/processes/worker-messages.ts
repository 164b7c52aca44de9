import type { Worker } from 'node:cluster';
import { once } from 'node:events';

/** What a worker tells the primary process. */
export type FromWorker =
  /** It has started and needs the address of the database. */
  | { kind: 'started' }
  /** It serves at this address. */
  | { kind: 'ready'; url: string }
  /** It cannot start; the operator can correct the reason. */
  | { kind: 'configuration-error'; message: string }
  /** A heartbeat: the worker does not hang. */
  | { kind: 'alive' }
  /** It has enqueued mail. */
  | { kind: 'mail' }
  /** It needs the sum of the metrics of all processes. */
  | { kind: 'sum-metrics'; id: number }
  /** Its metrics, as prom-client's `getMetricsAsJSON` returns them. */
  | { kind: 'metrics'; id: number; metrics: object[] };

/** What the primary process tells a worker. */
export type ToWorker =
  /** The address of the database, or null with a hosted backend. */
  | { kind: 'database'; url: string | null }
  /** It is to send its metrics. */
  | { kind: 'collect-metrics'; id: number }
  /** The sum that it asked for, in Prometheus' text format. */
  | { kind: 'metrics-sum'; id: number; text: string }
  /** It is to finish its requests and end. */
  | { kind: 'stop' };

const EVERY_MS = 5000;
/** A stall of the event loop, which large requests cause, lasts a few seconds. */
const SILENT_FOR = 4;

/**
 * Says every five seconds that this process runs and does not hang. The process that supervises it ends it when it hears
 * nothing: the primary process a worker, scripts/run.mjs the process of the site.
 */
export function sendHeartbeats(): void {
  const send = (): void => tellParent({ kind: 'alive' });
  send();
  setInterval(send, EVERY_MS).unref();
}

/**
 * Calls `onSilence` with the seconds when `heard` was not called for a while. Intervals of this process are counted, not
 * the time, so that a machine that was suspended is no silence.
 */
export function watchHeartbeats(onSilence: (seconds: number) => void): { heard: () => void; stop: () => void } {
  let silentFor = 0;
  const timer = setInterval(() => {
    silentFor += 1;
    if (silentFor === SILENT_FOR) onSilence((SILENT_FOR * EVERY_MS) / 1000);
  }, EVERY_MS).unref();
  return { heard: () => (silentFor = 0), stop: () => clearInterval(timer) };
}

/**
 * Tells the process that started this one: the primary process, or scripts/run.mjs. When it is gone, this process is
 * about to stop, and the error of a message that comes before the news of that must not end it.
 */
export function tellParent(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/**
 * Resolves when build/ is that of the sources. scripts/run.mjs starts a site with `--build-follows` while it builds, and
 * tells it when that is done. Not for workers, whose messages are those of the primary process.
 */
export async function waitForBuild(): Promise<void> {
  if (process.argv.includes('--build-follows')) await (told ??= once(process, 'message'));
}
let told: Promise<unknown> | undefined;

/** Tells a worker, which may have ended meanwhile; its exit is handled. */
export function tellWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
