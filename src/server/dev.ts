import { createServer } from 'node:http';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import { createBackend } from '#backend/app.ts';
import { announceReady, countForOperator } from './start/announce.ts';
import { createApp } from './app.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readConfig } from './config.ts';
import { createPagePolicy, securityHeadersFor } from './security-headers.ts';
import { openRuntime } from './start/runtime.ts';
import { invalidatePagesOnChange } from './pages/invalidate-pages.ts';
import { openLog } from './log/open-log.ts';
import { openMonitoring } from './monitoring/open-monitoring.ts';
import { createPageCache } from './pages/page-cache.ts';
import { listen, requireFreePort } from './start/listen-port.ts';
import { SERVER_LIMITS, createListener, upgradesTo } from './serve.ts';
import { createShareImages } from './share/share-images.ts';
import { siteConfigOf } from './site-config.ts';
import { waitForDataFolder } from './start/lock.ts';
import { createSiteHandler } from './pages/site-handler.ts';
import { type CloseSteps, endFailedStart, stopOnSignals, stopping } from './processes/stop-on-signals.ts';
import { mountSystem } from './system/routes.ts';
import { isUnlisted } from './unlisted.ts';
import { followWords } from './words/follow-words.ts';
import { readStoredWords } from './words/read-words.ts';

const closing: CloseSteps = [];

/** Starts the same backend as `npm start`, with pages built at each request and hot module replacement. */
async function main(): Promise<void> {
  const config = { ...readConfig(), logLevel: 'info' };
  if (config.hosted || config.hostedMail) {
    throw new ConfigurationError('npm run dev works with the embedded backend only. Unset SUPABASE_URL and EMAILJS.');
  }
  stopOnSignals(closing, console.log);
  const lock = await waitForDataFolder(config.dataFolder, { onProgress: console.log, signal: stopping });
  closing.unshift(lock.release);
  await requireFreePort(config.host, config.port, stopping);
  // Before PostgreSQL: while it is loaded, its listeners for signals end the process.
  const server = createServer(SERVER_LIMITS);
  const vite = await keepingSignals(() =>
    createVite({ root: join(import.meta.dirname, '../..'), server: { middlewareMode: { server }, hmr: { server } } }),
  );
  const opening = openRuntime(config, console.log);
  closing.unshift(async () => (await opening.catch(() => null))?.close());
  const runtime = await opening;
  stopping.throwIfAborted();
  closing.unshift(() => vite.close());
  const pages = createPageCache({ freshForMs: 0, staleForMs: 0 });
  const words = followWords({
    read: () => readStoredWords(runtime.deps.database),
    onChange: pages.invalidate,
    onError: console.error,
  });
  closing.unshift(words.stop);
  const invalidation = invalidatePagesOnChange(runtime, pages, words);
  closing.unshift(invalidation.stop);
  const backend = await createBackend(runtime.deps);
  backend.app.route('/system/v1', mountSystem(config, runtime));
  closing.unshift(backend.realtime.close, backend.stop);
  const upgrades = upgradesTo(backend.realtime, { siteUrl: config.siteUrl, trustProxy: 0 });
  // Vite answers the other upgrades.
  server.on('upgrade', (incoming, socket, head) => {
    if (upgrades.accept(incoming)) upgrades.answer(incoming, socket, head);
  });
  const { log } = openLog(config);
  const monitoring = await openMonitoring(config, runtime, runtime.deps.usage);
  const siteConfig = siteConfigOf(config, runtime.secrets);
  const files = { find: () => null };
  const app = createApp({
    backend,
    site: createSiteHandler({
      build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      config: siteConfig,
      mode: 'development',
      pagePolicy: createPagePolicy({ connectTo: [`ws://${config.host}:${config.port}`], isDevelopment: true }),
      wordsReady: words.ready,
    }),
    files,
    openRateLimit: runtime.deps.openRateLimit,
    usage: runtime.deps.usage,
    pages,
    flushNotifications: invalidation.flushNotifications,
    shareImages: createShareImages({ config: siteConfig, files, onError: console.error }),
    siteUrl: config.siteUrl,
    setSecurityHeaders: securityHeadersFor(config.siteUrl, () => isUnlisted(config.siteUrl)),
    monitoring: monitoring.routes,
    logViolation: (violation) => log.warn({ violation }, 'Content-Security-Policy report'),
    views: null,
  });
  const { usage } = runtime.deps;
  const { observe } = monitoring;
  const answer = createListener(app, { siteUrl: config.siteUrl, trustProxy: 0, usage, observe });
  server.on('request', (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => void answer(incoming, outgoing));
  });
  await listen(server, { port: config.port, host: config.host });
  const url = `http://${config.host}:${config.port}`;
  lock.announce({ pid: process.pid, url, databasePort: runtime.databasePort });
  const counts = await countForOperator(runtime.deps.database);
  runtime.deps.outbox.wake();
  console.log(announceReady(config, url, counts));
}

/**
 * Removes the listeners that `create` adds for SIGTERM and for the end of the input. The plugin of React Router creates a
 * Vite server of its own, which would end the process before PostgreSQL is stopped.
 */
async function keepingSignals<T>(create: () => Promise<T>): Promise<T> {
  const onSignal = process.listeners('SIGTERM');
  const onEnd = process.stdin.listeners('end');
  const created = await create();
  for (const listener of process.listeners('SIGTERM'))
    if (!onSignal.includes(listener)) process.off('SIGTERM', listener);
  for (const listener of process.stdin.listeners('end'))
    if (!onEnd.includes(listener)) process.stdin.off('end', listener as () => void);
  return created;
}

await main().catch((error: unknown) => endFailedStart(error, closing, true));
