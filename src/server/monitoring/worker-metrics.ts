import type { Registry } from 'prom-client';
import { within } from '#operations/diagnosis/checks/within.ts';
import type { FromWorker, ToWorker } from '../worker-messages.ts';

/** Longer than the primary process waits for the other workers (sum-metrics.ts). */
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
    void registry.getMetricsAsJSON().then((metrics) => tell({ kind: 'metrics', id: message.id, metrics }));
  });
  return async () => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.set(id, resolve);
    tell({ kind: 'sum-metrics', id });
    return within(SUM_WITHIN_MS, promise, 'No metrics from the primary process').finally(() => waiting.delete(id));
  };
}

function tell(message: FromWorker): void {
  // Without a channel the primary process is gone, and this one is about to end.
  if (process.connected) process.send?.(message);
}
