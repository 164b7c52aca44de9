import { join } from 'node:path';
import { createBackend } from '#backend/app.ts';
import { announceReady, countForOperator } from './announce.ts';
import { type AppDeps, createApp, createPageRenderer } from './app.ts';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { readConfig } from './config.ts';
import { createPagePolicy } from './content-security-policy.ts';
import { openRuntime } from './runtime.ts';
import { invalidatePagesOnChange } from './invalidate-pages.ts';
import { lockDataFolder } from './lock.ts';
import { createMemoryListener } from './memory-listener.ts';
import { createPageCache } from './page-cache.ts';
import { refreshPages } from './refresh-pages.ts';
import { securityHeadersFor } from './security-headers.ts';
import { requireFreePort, serve } from './serve.ts';
import { createShareImages } from './share/share-images.ts';
import { hostedOrigins, siteConfigOf } from './site-config.ts';
import { createSiteHandler } from './site-handler.ts';
import { loadStaticFiles } from './static-files.ts';
import { type CloseSteps, closeAll, stopOnSignals } from './stop-on-signals.ts';

const BUILD = join(import.meta.dirname, '../../build');
const HOSTED_PAGE_MS = 15_000;

/** The functions that close what was opened, in the order in which they run. */
const closing: CloseSteps = [];

async function main(): Promise<void> {
  const config = readConfig();
  const print = (line: string) => console.log(line);
  stopOnSignals(closing, print);
  await requireFreePort(config.host, config.port);
  const lock = config.hosted ? null : lockDataFolder(config.dataFolder);
  if (lock) closing.unshift(lock.release);

  const runtime = config.hosted ? null : await openRuntime(config, print);
  if (runtime) closing.unshift(runtime.close);
  const setSecurityHeaders = securityHeadersFor(config.siteUrl);
  const pages = createPageCache({ ...(config.hosted && { freshForMs: HOSTED_PAGE_MS }), setSecurityHeaders });
  const invalidation = runtime && invalidatePagesOnChange(runtime, pages);
  if (invalidation) closing.unshift(invalidation.stop);

  const siteConfig = siteConfigOf(config, runtime?.secrets ?? null);
  const files = await loadStaticFiles(join(BUILD, 'client'), setSecurityHeaders);
  const build = await import(join(BUILD, 'server/index.js'));
  const deps: AppDeps = {
    backend: runtime && (await createBackend(runtime.deps)),
    site: createSiteHandler({
      loadBuild: () => Promise.resolve(build),
      config: siteConfig,
      mode: 'production',
      pagePolicy: createPagePolicy({ ...hostedOrigins(config), isDevelopment: false }),
    }),
    files,
    pages,
    flushNotifications: invalidation?.flushNotifications ?? (() => Promise.resolve()),
    shareImages: createShareImages({ config: siteConfig, files, onError: console.error }),
    siteUrl: config.siteUrl,
    setSecurityHeaders,
    writeReport: console.warn,
  };
  const refresher = refreshPages(pages, createPageRenderer(deps));
  closing.unshift(refresher.stop);
  const serving = await serve(createApp(deps), createMemoryListener(pages, files), config);
  closing.unshift(serving.stop);
  const counts = runtime && (await countForOperator(runtime.deps.database));
  runtime?.deps.outbox.wake();
  lock?.announce({ pid: process.pid, url: serving.url, databasePort: runtime?.databasePort ?? null });
  print(announceReady(config, serving.url, counts));
  refresher.refresh();
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigurationError ? `\n${error.message}` : error);
  await closeAll(closing);
  process.exit(1);
}
