import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { createBackend } from '#backend/app.ts';
import { openMemoryRateLimit } from '#backend/http/rate-limit.ts';
import { createServerClient } from '#site/gateway/load-context.server.ts';
import { type AppDeps, createApp, createPageRenderer, fetchHosted } from './app.ts';
import { createUsage } from '#backend/usage/usage.ts';
import type { Config } from './config.ts';
import { createPagePolicy, securityHeadersFor } from './security-headers.ts';
import { invalidatePagesOnChange } from './pages/invalidate-pages.ts';
import { captureOutput, openLog } from './log/open-log.ts';
import { createMemoryListener } from './pages/send-answer.ts';
import { openMonitoring } from './monitoring/open-monitoring.ts';
import { createPageCache } from './pages/page-cache.ts';
import { refreshPages } from './pages/refresh-pages.ts';
import { releaseMemoryWhenIdle } from './processes/release-memory.ts';
import type { Runtime } from './start/runtime.ts';
import { type Serving, serve } from './serve.ts';
import { createShareImages } from './share/share-images.ts';
import { hostedOrigins, siteConfigOf } from './site-config.ts';
import { createSiteHandler } from './pages/site-handler.ts';
import { NO_FILES, loadStaticFiles } from './pages/static-files.ts';
import type { CloseSteps } from './processes/stop-on-signals.ts';
import { mountSystem } from './system/routes.ts';
import { createViewCounter } from './views/count-views.ts';
import { saveViewsRegularly } from './views/save-views.ts';
import { isUnlisted } from './unlisted.ts';
import { followWords } from './words/follow-words.ts';
import { readHostedWords, readStoredWords } from './words/read-words.ts';

const BUILD = join(import.meta.dirname, '../../build');
const HOSTED_PAGE_MS = 15_000;

/**
 * Opens the pages and services in this process and serves them. `runtime` is null with a hosted backend. Adds to the
 * front of `closing` what closes them, in the order in which it must run.
 */
export async function openSite(config: Config, runtime: Runtime | null, closing: CloseSteps): Promise<Serving> {
  const { deps, monitoring } = await openDeps(config, runtime, closing);
  const { backend, files, pages, usage, views } = deps;
  const refresher = refreshPages(pages, createPageRenderer(deps));
  closing.unshift(refresher.stop);
  const serving = await serve(
    createApp(deps),
    createMemoryListener(monitoring.memory, { find: pages.find, onRead: views?.countPage }, files),
    backend?.realtime ?? null,
    { ...config, usage, observe: monitoring.observe },
  );
  captureOutput(openLog(config).log);
  closing.unshift(serving.stop);
  closing.unshift(releaseMemoryWhenIdle());
  refresher.refresh();
  return serving;
}

type Opened = { deps: AppDeps; monitoring: Awaited<ReturnType<typeof openMonitoring>> };

/**
 * Opens what the app of `openSite` needs. With `loadPages`, during development, it loads the pages for each request, keeps
 * none of them, and counts no views; Vite serves the files.
 */
export async function openDeps(
  config: Config,
  runtime: Runtime | null,
  closing: CloseSteps,
  loadPages?: () => Promise<ServerBuild>,
): Promise<Opened> {
  const setSecurityHeaders = securityHeadersFor(config.siteUrl, () => isUnlisted(config.siteUrl));
  const pages = createPageCache({
    ...(config.hosted && { freshForMs: HOSTED_PAGE_MS }),
    ...(loadPages && { freshForMs: 0, staleForMs: 0 }),
    setSecurityHeaders,
  });
  const { log } = openLog(config);
  const siteConfig = siteConfigOf(config, runtime?.secrets ?? null);
  const usage = runtime?.deps.usage ?? createUsage();
  const [monitoring, backend, files, build] = await Promise.all([
    openMonitoring(config, runtime, usage),
    runtime && createBackend(runtime.deps),
    loadPages ? NO_FILES : loadStaticFiles(join(BUILD, 'client'), setSecurityHeaders),
    loadPages ?? (import(pathToFileURL(join(BUILD, 'server/index.js')).href) as Promise<ServerBuild>),
  ]);
  const words = followWords({
    read: runtime
      ? () => readStoredWords(runtime.deps.database)
      : () => readHostedWords(createServerClient(siteConfig, fetchHosted)),
    onChange: () => {
      pages.invalidate();
      files.setHeaders();
    },
    onError: (error) => log.warn({ err: error }, 'The words of the site could not be read; the last ones stay'),
    ...(config.hosted && { freshForMs: HOSTED_PAGE_MS }),
  });
  closing.unshift(words.stop);
  const invalidation = runtime && invalidatePagesOnChange(runtime, pages, words);
  if (invalidation) closing.unshift(invalidation.stop);
  // The first pages and the text of the start depend on them.
  await words.ready();
  if (backend) closing.unshift(backend.stop);
  if (backend && runtime) backend.app.route('/system/v1', mountSystem(config, runtime));
  const views = runtime && config.countViews && !loadPages ? createViewCounter(config.siteUrl) : null;
  if (runtime && views) closing.unshift(saveViewsRegularly(views, runtime.deps));
  const deps: AppDeps = {
    backend,
    site: createSiteHandler({
      build,
      config: siteConfig,
      mode: loadPages ? 'development' : 'production',
      pagePolicy: createPagePolicy({ ...hostedOrigins(config), isDevelopment: loadPages !== undefined }),
      wordsReady: words.ready,
    }),
    files,
    openRateLimit: runtime?.deps.openRateLimit ?? openMemoryRateLimit,
    usage,
    pages,
    flushNotifications: invalidation?.flushNotifications ?? (() => Promise.resolve()),
    shareImages: createShareImages({
      config: siteConfig,
      files,
      onError: (error) => log.error({ err: error }, 'A share image could not be made'),
    }),
    siteUrl: config.siteUrl,
    setSecurityHeaders,
    monitoring: monitoring.routes,
    logViolation: (violation) => log.warn({ violation }, 'Content-Security-Policy report'),
    views,
  };
  return { deps, monitoring };
}
