import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { within } from '#operations/diagnosis/finding.ts';
import { type FromWorker, type ToWorker, tellParent, tellWorker } from '../processes/worker-messages.ts';

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
    for (const worker of workers()) tellWorker(worker, { kind: 'collect-metrics', id });
    return promise;
  };
  const answer = async (worker: Worker, id: number): Promise<void> => {
    await collect();
    const all = [await own.getMetricsAsJSON(), ...last.values(), ended];
    tellWorker(worker, { kind: 'metrics-sum', id, text: await sumOf(all).metrics() });
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

/** Longer than the primary process waits for the other workers (`sumMetrics`). */
const SUM_WITHIN_MS = 5000;

/**
 * Gives the metrics of this worker to the primary process whenever it asks. Returns a function that asks it for the sum
 * of all processes, which rejects without an answer.
 */
export function shareMetrics(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics-sum') waiting.get(message.id)?.(message.text);
    if (message.kind !== 'collect-metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => tellParent({ kind: 'metrics', id: message.id, metrics }));
  });
  return async () => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    tellParent({ kind: 'sum-metrics', id });
    return within(SUM_WITHIN_MS, promise, 'No metrics from the primary process').finally(() => waiting.delete(id));
  };
}
