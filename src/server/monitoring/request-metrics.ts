import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type RequestMetrics = {
  /** Counts answers from memory. A plain number, because this is the fastest path of the product. */
  memory: { answers: number };
  begin: () => void;
  /** Counts a request that was answered, or failed with an error. */
  end: (service: string, status: number, seconds: number) => void;
};

/** Seconds; a page that is rendered takes about 0.01, an answer that a visitor waits for 0.3. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of requests, in the registry of this process. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const memory = { answers: 0 };
  const fromMemory = new Counter({
    name: 'http_answers_from_memory_total',
    help: 'Pages and built files that were answered from memory, which no other metric of requests counts.',
    registers: [],
    collect() {
      this.reset();
      this.inc(memory.answers);
    },
  });
  registry.registerMetric(fromMemory);
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were not answered from memory.',
    labelNames: ['service', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer began, of requests that were not answered from memory.',
    labelNames: ['service'],
    buckets: BUCKETS,
    registers,
  });
  const running = new Gauge({ name: 'http_requests_running', help: 'Requests that wait for their answer.', registers });
  return {
    memory,
    begin: () => running.inc(),
    end: (service, status, duration) => {
      running.dec();
      requests.inc({ service, status });
      seconds.observe({ service }, duration);
    },
  };
}
