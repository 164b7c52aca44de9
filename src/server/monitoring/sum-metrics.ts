import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { FromWorker, ToWorker } from '../worker-messages.ts';

/** The metrics of one process, as `getMetricsAsJSON` returns them. */
type Metrics = readonly object[];

/** A worker that is busy answers later; its last metrics are used meanwhile. */
const ANSWER_WITHIN_MS = 2000;

/**
 * Sums the metrics of this process, the primary one, and of its workers, for any worker that asks. Counters never go
 * back when a worker ends: what it last reported stays in the sum.
 */
export function sumMetrics(own: Registry): void {
  const last = new Map<number, Metrics>();
  const collections = new Map<number, (worker: number, metrics: Metrics) => void>();
  let ended: Metrics = [];
  let collected = 0;

  const collect = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    collected += 1;
    const id = collected;
    const asked = new Set(workers().map((worker) => worker.id));
    const end = (): void => {
      clearTimeout(timer);
      collections.delete(id);
      resolve();
    };
    const timer = setTimeout(end, ANSWER_WITHIN_MS);
    collections.set(id, (worker, metrics) => {
      last.set(worker, metrics);
      asked.delete(worker);
      if (asked.size === 0) end();
    });
    for (const worker of workers()) tell(worker, { kind: 'collect-metrics', id });
    return promise;
  };
  const answer = async (worker: Worker, id: number): Promise<void> => {
    await collect();
    const all = [await own.getMetricsAsJSON(), ...last.values(), ended];
    tell(worker, { kind: 'metrics-sum', id, text: await sumOf(all).metrics() });
  };

  cluster.on('message', (worker, message: FromWorker) => {
    if (message.kind === 'metrics') collections.get(message.id)?.(worker.id, message.metrics);
    if (message.kind === 'sum-metrics') void answer(worker, message.id);
  });
  cluster.on('exit', (worker) => {
    const counters = (last.get(worker.id) ?? []).filter(isCounter);
    last.delete(worker.id);
    void sumOf([ended, counters])
      .getMetricsAsJSON()
      .then((sum) => (ended = sum));
  });
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
}

function sumOf(metrics: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(metrics as object[]);
}

/** Values that only grow; others belong to a process that is there. */
function isCounter(metric: object): boolean {
  const { type } = metric as { type?: unknown };
  return type === 'counter' || type === 'histogram';
}

function tell(worker: Worker, message: ToWorker): void {
  // The worker may have ended meanwhile.
  if (worker.isConnected()) worker.send(message, () => {});
}
