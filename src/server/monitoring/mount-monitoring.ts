import { type Context, Hono } from 'hono';
import { Registry } from 'prom-client';
import type { BackendEnv } from '#backend/http/env.ts';
import { describeReadiness } from './installation-metrics.ts';
import { mayReadDetails } from './may-read-details.ts';
import type { ReadReadiness } from './readiness.ts';

export type MonitoringDeps = {
  readReadiness: ReadReadiness;
  /** The metrics of all processes of this start, in Prometheus' text format. Rejects when they cannot be had in time. */
  readProcesses: () => Promise<string>;
  metricsToken: string | null;
};

const UNCACHED = { 'Cache-Control': 'no-store' };

/**
 * GET /healthz: 200 while this process answers. GET /readyz: 200 when the installation can serve, else 503, with the state
 * of each check; what the checks found is for readers of metrics only. GET /metrics: Prometheus' text format, 401 or 403
 * for others.
 */
export function mountMonitoring({ readReadiness, readProcesses, metricsToken }: MonitoringDeps): Hono<BackendEnv> {
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
