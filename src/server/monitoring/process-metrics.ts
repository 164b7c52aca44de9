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
  /** Null in a process that serves nobody. */
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

function addMemoryAndTime(registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number, aggregator: 'sum' | 'min' | 'max' = 'sum') =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        this.set(read());
      },
    });
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
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  registry.registerMetric(cpu);
}

function addLogLines(registry: Registry, { counts }: Pick<ProcessLog, 'counts'>): void {
  const lines = new Counter({
    name: 'log_lines_total',
    help: 'Lines of the log by level; repeated ones that were left out are not counted.',
    labelNames: ['level'],
    registers: [],
    collect() {
      this.reset();
      for (const [level, count] of Object.entries(counts)) this.inc({ level }, count);
    },
  });
  registry.registerMetric(lines);
}

function addPools(registry: Registry, database: DatabasePool): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pools of the site: in use and idle; and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const name of POOLS) {
        const { pool, turns } = database.poolFor(name);
        const { totalCount, idleCount } = pool;
        this.set({ pool: name, state: 'used' }, totalCount - idleCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, turns.counts().waiting);
      }
    },
  });
  registry.registerMetric(connections);
}

/** What callers use, and what they were refused (docs/security.md). */
function addUsage(registry: Registry, { requests, held, rates }: Usage): void {
  const queues = Object.entries(requests);
  const running = new Gauge({
    name: 'caller_requests',
    help: 'Requests of callers by service: that run or are being sent, and that wait for their turn.',
    labelNames: ['service', 'state'],
    registers: [],
    collect() {
      for (const [service, { callers, addresses }] of queues) {
        this.set({ service, state: 'running' }, addresses.counts().running);
        this.set({ service, state: 'waiting' }, callers.counts().waiting + addresses.counts().waiting);
      }
    },
  });
  const amounts = new Gauge({
    name: 'caller_held',
    help: 'What callers hold: WebSockets, subscriptions, bytes of frames and of answers that they have not read.',
    labelNames: ['what'],
    registers: [],
    collect() {
      for (const [what, one] of Object.entries(held)) this.set({ what }, one.counts().held);
    },
  });
  const refused = new Counter({
    name: 'caller_refused_total',
    help: 'What callers were refused, by limit.',
    labelNames: ['limit'],
    registers: [],
    collect() {
      this.reset();
      for (const [service, { callers, addresses }] of queues) {
        this.inc({ limit: `requests of ${service}` }, callers.counts().refused + addresses.counts().refused);
      }
      for (const [what, one] of Object.entries(held)) this.inc({ limit: `held ${what}` }, one.counts().refused);
      for (const [what, one] of Object.entries(rates)) this.inc({ limit: `rate of ${what}` }, one.refused());
    },
  });
  registry.registerMetric(running);
  registry.registerMetric(amounts);
  registry.registerMetric(refused);
}
