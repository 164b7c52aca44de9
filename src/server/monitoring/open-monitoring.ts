import cluster from 'node:cluster';
import type { Hono } from 'hono';
import { listMigrationVersions } from '#backend/database/migration-history.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import type { Usage } from '#backend/usage/usage.ts';
import type { Config } from '../config.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { openLog } from '../log/open-log.ts';
import type { Runtime } from '../start/runtime.ts';
import { mountMonitoring } from './mount-monitoring.ts';
import { type ObserveRequest, type RequestMetrics, createObserver, createRequestMetrics } from './observe-requests.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { openReadiness } from './readiness.ts';
import { shareMetrics } from './worker-metrics.ts';

export type Monitoring = {
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
