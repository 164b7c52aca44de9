import cluster from 'node:cluster';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { Gauge, Registry } from 'prom-client';
import { listMigrationVersions } from '#backend/database/migration-history.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import type { Usage } from '#backend/usage/usage.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { readBearer } from '#backend/http/identify-caller.ts';
import type { Measured } from '#operations/diagnosis/finding.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log/open-log.ts';
import type { Runtime } from '../start/runtime.ts';
import { type ObserveRequest, type RequestMetrics, createObserver, createRequestMetrics } from './observe-requests.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { type ReadReadiness, type Readiness, openReadiness } from './readiness.ts';
import { shareMetrics } from './worker-metrics.ts';

type Monitoring = {
  /** `/healthz`, `/readyz` and `/metrics`. */
  routes: Hono<BackendEnv>;
  observe: ObserveRequest;
  memory: RequestMetrics['memory'];
};

/** Opens the monitoring of a process that serves. `runtime` is null with a hosted backend. */
export async function openMonitoring(config: Config, runtime: Runtime | null, usage: Usage): Promise<Monitoring> {
  const log = openLog(config);
  const database = runtime?.deps.database ?? null;
  const registry = createProcessMetrics({ log, database, usage });
  const metrics = createRequestMetrics(registry);
  const versions = database ? await listMigrationVersions(SUPABASE_FOLDER) : [];
  return {
    routes: mountMonitoring({
      readReadiness: openReadiness(config, database, versions),
      readProcesses: cluster.isWorker ? shareMetrics(registry) : () => registry.metrics(),
      metricsToken: config.monitoring.metricsToken,
    }),
    observe: createObserver({
      ...config,
      ...config.monitoring,
      metrics,
      log: log.log,
      isOutage: log.outage.isOpen,
    }),
    memory: metrics.memory,
  };
}

type MonitoringDeps = {
  readReadiness: ReadReadiness;
  /** The metrics of all processes of this start, in Prometheus' text format. Rejects when they do not arrive in time. */
  readProcesses: () => Promise<string>;
  metricsToken: string | null;
};

const UNCACHED = { 'Cache-Control': 'no-store' };

/**
 * GET /healthz: 200 while this process answers. GET /readyz: 200 when the installation can serve, else 503, with the state
 * of each check; what the checks found is for readers of metrics only. GET /metrics: Prometheus' text format, 401 or 403
 * for others.
 */
function mountMonitoring({ readReadiness, readProcesses, metricsToken }: MonitoringDeps): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>();
  const mayRead = (c: Context<BackendEnv>) =>
    mayReadDetails((name) => c.req.header(name), c.env.clientAddress, metricsToken);

  routes.get('/healthz', (c) => c.json({ status: 'ok' }, 200, UNCACHED));

  routes.get('/readyz', async (c) => {
    const { isReady, checks } = await readReadiness();
    const body = {
      status: isReady ? 'ready' : 'not ready',
      checks: Object.fromEntries(checks.map(({ id, state }) => [id, state])),
      ...(mayRead(c) && { found: checks }),
    };
    return c.json(body, isReady ? 200 : 503, UNCACHED);
  });

  routes.get('/metrics', async (c) => {
    if (!mayRead(c)) return refuse(c, metricsToken);
    try {
      const [processes, readiness] = await Promise.all([readProcesses(), readReadiness()]);
      const text = `${processes}\n${await describeReadiness(readiness)}`;
      return c.body(text, 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, ...UNCACHED });
    } catch (error) {
      console.error('Metrics could not be read:', error);
      return c.text('The metrics could not be read', 503, { 'Retry-After': '5', ...UNCACHED });
    }
  });
  return routes;
}

function refuse(c: Context, metricsToken: string | null): Response {
  if (metricsToken === null) return c.text('Metrics are for programs on this machine, or with METRICS_TOKEN', 403);
  return c.text('Metrics need the token of METRICS_TOKEN', 401, { 'WWW-Authenticate': 'Bearer' });
}

/** Headers of a proxy: behind one, every client has the address of the proxy, which may be this machine. */
const OF_PROXIES = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'];
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/**
 * Whether a client may read metrics and the details of checks: a program on this machine that asks directly, or anybody
 * with the token.
 */
export function mayReadDetails(
  header: (name: string) => string | undefined,
  clientAddress: string,
  metricsToken: string | null,
): boolean {
  if (metricsToken !== null && isSame(readBearer(header('authorization')) ?? '', metricsToken)) return true;
  return LOOPBACK.test(clientAddress) && OF_PROXIES.every((name) => header(name) === undefined);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

const STATES: Record<Measured['state'], number> = { good: 0, warning: 1, bad: 2 };

/** The figures of the checks as metrics, such as `disk_free_bytes`: one of the installation, not of each process. */
async function describeReadiness({ isReady, checks }: Readiness): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'site_ready', help: 'Whether /readyz answers 200.', registers }).set(Number(isReady));
  const states = new Gauge({
    name: 'site_check_state',
    help: 'The result of each check: 0 good, 1 warning, 2 bad.',
    labelNames: ['check'],
    registers,
  });
  for (const { id, name, state, figures } of checks) {
    states.set({ check: id }, STATES[state]);
    for (const [figure, value] of Object.entries(figures)) {
      new Gauge({ name: `${id}_${figure}`.replaceAll('-', '_'), help: `Of the check "${name}".`, registers }).set(
        value,
      );
    }
  }
  return registry.metrics();
}
