import { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { createPageAnswer } from './answer-page.ts';
import { type WriteLine, mountCspReports } from './csp-reports.ts';
import type { PageCache } from './page-cache.ts';
import { securityHeaders } from './security-headers.ts';
import type { ShareImages } from './share/share-images.ts';
import type { SiteHandler } from './site-handler.ts';
import type { StaticFiles } from './static-files.ts';

export type AppParts = {
  /** The embedded backend, or null where a hosted one is configured. */
  backend: Hono<BackendEnv> | null;
  site: SiteHandler;
  files: StaticFiles;
  pages: PageCache;
  /** Resolves when pages are forgotten for every change that is committed already. */
  settleChanges: () => Promise<void>;
  shareImages: ShareImages;
  /** Whether visitors reach the site by https. */
  isHttps: boolean;
  /** Where reports of refused scripts and styles go. */
  writeReport: WriteLine;
};

/** Paths that the backend answers; everything else is the site's. */
const BACKEND_PATH = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/api\/v1\.0\//;

/** The front door: backend, built files and pages behind one address. */
export function createApp(parts: AppParts): Hono<BackendEnv> {
  const { backend, site, files, pages, settleChanges, shareImages, isHttps, writeReport } = parts;
  const app = new Hono<BackendEnv>();
  const answerPage = createPageAnswer(site, pages);
  app.use(securityHeaders({ isHttps }));
  app.use(async (c, next) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/') && !BACKEND_PATH.test(path)) {
      return c.redirect(path.replace(/\/+$/, '') + new URL(c.req.url).search, 301);
    }
    return next();
  });
  app.route('/', mountCspReports(writeReport));
  app.all('*', async (c) => {
    const { req, env } = c;
    if (backend && BACKEND_PATH.test(req.path)) return askBackend(backend, req.raw, env, settleChanges);
    const backendFetch = enterBackend(backend, env, settleChanges);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const file = isRead ? files.answer(req.raw, req.path) : null;
    if (file) return file;
    const image = isRead ? await shareImages.answer(req.raw, backendFetch) : null;
    if (image) return image;
    return isRead ? answerPage(req.raw, backendFetch) : site.render(req.raw, backendFetch);
  });
  return app;
}

/** The backend by its own address, without a socket between: for the loaders and actions of the site. */
function enterBackend(
  backend: Hono<BackendEnv> | null,
  env: BackendEnv['Bindings'],
  settleChanges: AppParts['settleChanges'],
): typeof fetch {
  if (!backend) return fetch;
  return async (input, init) => askBackend(backend, new Request(input, init), env, settleChanges);
}

/**
 * A write is answered when its change was heard, so that the writer's next read sees it. Whether there was one, the
 * database says: an answer of success alone forgets nothing.
 */
async function askBackend(
  backend: Hono<BackendEnv>,
  request: Request,
  env: BackendEnv['Bindings'],
  settleChanges: AppParts['settleChanges'],
): Promise<Response> {
  const response = await backend.fetch(request, env);
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
  if (isWrite && response.ok && new URL(request.url).pathname.startsWith('/rest/v1/')) await settleChanges();
  return response;
}
