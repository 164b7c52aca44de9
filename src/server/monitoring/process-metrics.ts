import { performance } from 'node:perf_hooks';
import { Counter, Gauge, Registry } from 'prom-client';
import { POOLS } from '#backend/database/pools.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import type { Usage } from '#backend/usage/usage.ts';
import type { ProcessLog } from '../log/open-log.ts';

export type ProcessMetricsOptions = {
  log: Pick<ProcessLog, 'counts'>;
  /** Null with a hosted backend. */
  database: DatabasePool | null;
  /** Null in a process that serves no requests. */
  usage: Usage | null;
};

/**
 * A registry with the metrics of this process that cost nothing between two reads. Those of prom-client itself need a
 * timer that fires a hundred times a second. With several processes the values are summed, except where `aggregator` says
 * otherwise.
 */
export function createProcessMetrics({ log, database, usage }: ProcessMetricsOptions): Registry {
  const registry = new Registry();
  addMemoryAndTime(registry);
  addLogLines(registry, log);
  if (database) addPools(registry, database);
  if (usage) addUsage(registry, usage);
  return registry;
}

/** Adds a metric whose values `collect` reads when the registry is read. */
function addGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  collect: (gauge: Gauge) => void,
  aggregator: 'sum' | 'min' | 'max' = 'sum',
) {
  const registers = [registry];
  const gauge: Gauge = new Gauge({ name, help, labelNames, registers, aggregator, collect: () => collect(gauge) });
}

/** The same for numbers that only grow, which `collect` counts anew. */
export function addCounter(
  registry: Registry,
  name: string,
  help: string,
  labels: string[],
  collect: (sum: Counter) => void,
) {
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect: () => {
      counter.reset();
      collect(counter);
    },
  });
}

function addMemoryAndTime(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number, aggregator?: 'min' | 'max') =>
    addGauge(registry, name, help, [], (one) => one.set(read()), aggregator);
  gauge('site_processes', 'Processes of the site.', () => 1);
  gauge('process_resident_memory_bytes', 'Memory in RAM.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_used_bytes', 'Memory of objects.', () => process.memoryUsage().heapUsed);
  gauge('process_start_time_seconds', 'Start of the oldest process.', () => performance.timeOrigin / 1000, 'min');
  let before = performance.eventLoopUtilization();
  const utilization = (): number => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    return share;
  };
  const help = 'Busy share of the event loop since the last read, of the busiest process.';
  gauge('nodejs_eventloop_utilization', help, utilization, 'max');
  addCounter(registry, 'process_cpu_seconds_total', 'Processor time.', [], (counter) => {
    const { user, system } = process.cpuUsage();
    counter.inc((user + system) / 1e6);
  });
}

function addLogLines(registry: Registry, { counts }: Pick<ProcessLog, 'counts'>): void {
  const help = 'Lines of the log by level; repeated ones that were left out are not counted.';
  addCounter(registry, 'log_lines_total', help, ['level'], (counter) => {
    for (const [level, count] of Object.entries(counts)) counter.inc({ level }, count);
  });
}

function addPools(registry: Registry, database: DatabasePool): void {
  const help = 'Connections of the pools of the site: in use and idle; and requests that wait for one.';
  addGauge(registry, 'database_pool_connections', help, ['pool', 'state'], (gauge) => {
    for (const name of POOLS) {
      const { pool, turns } = database.poolFor(name);
      const { totalCount, idleCount } = pool;
      gauge.set({ pool: name, state: 'used' }, totalCount - idleCount);
      gauge.set({ pool: name, state: 'idle' }, idleCount);
      gauge.set({ pool: name, state: 'waiting' }, turns.counts().waiting);
    }
  });
}

/** What callers use, and what they were refused (docs/security.md). */
function addUsage(registry: Registry, { requests, held, rates }: Usage): void {
  const queues = Object.entries(requests);
  const running = 'Requests of callers by service: that run or are being sent, and that wait for their turn.';
  addGauge(registry, 'caller_requests', running, ['service', 'state'], (gauge) => {
    for (const [service, { callers, addresses }] of queues) {
      gauge.set({ service, state: 'running' }, addresses.counts().running);
      gauge.set({ service, state: 'waiting' }, callers.counts().waiting + addresses.counts().waiting);
    }
  });
  const amounts =
    'What callers hold: WebSockets, subscriptions, bytes of frames and of answers that they have not read.';
  addGauge(registry, 'caller_held', amounts, ['what'], (gauge) => {
    for (const [what, one] of Object.entries(held)) gauge.set({ what }, one.counts().held);
  });
  addCounter(registry, 'caller_refused_total', 'What callers were refused, by limit.', ['limit'], (counter) => {
    for (const [service, { callers, addresses }] of queues) {
      counter.inc({ limit: `requests of ${service}` }, callers.counts().refused + addresses.counts().refused);
    }
    for (const [what, one] of Object.entries(held)) counter.inc({ limit: `held ${what}` }, one.counts().refused);
    for (const [what, one] of Object.entries(rates)) counter.inc({ limit: `rate of ${what}` }, one.refused());
  });
}
