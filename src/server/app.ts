import { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { isLivePath } from '#site/live-pages.ts';
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
  shareImages: ShareImages;
  /** Origins that pages may connect to beside their own. */
  connectTo: readonly string[];
};

/** Paths that the backend answers; everything else is the site's. */
const BACKEND_PATH = /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)|^\/api\/v1\.0\//;
/** Documents that differ by who asks are never kept; these two are drawn in the browser and kept out of search. */
const PERSONAL_PATH = /^\/(auth|admin)$/;

/** The front door: backend, built files and pages behind one address. */
export function createApp({ backend, site, files, pages, shareImages, connectTo }: AppParts): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.use(securityHeaders(connectTo));
  app.use(async (c, next) => {
    const path = c.req.path;
    if (path.length > 1 && path.endsWith('/') && !BACKEND_PATH.test(path)) {
      return c.redirect(path.replace(/\/+$/, '') + new URL(c.req.url).search, 301);
    }
    return next();
  });
  app.all('*', async (c) => {
    const { req, env } = c;
    if (backend && BACKEND_PATH.test(req.path)) return askBackend(backend, req.raw, env, pages);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const file = isRead ? files.answer(req.raw, req.path) : null;
    if (file) return file;
    const image = isRead ? await shareImages.answer(req.raw, enterBackend(backend, env, pages)) : null;
    if (image) return image;
    const render = () => site(asGet(req.raw), enterBackend(backend, env, pages));
    if (!isRead) return site(req.raw, enterBackend(backend, env, pages));
    if (PERSONAL_PATH.test(req.path)) return withNoIndex(await render());
    return withPageCaching(await pages.answer(req.raw, render), req.path);
  });
  return app;
}

/** HEAD is answered from the same page as GET. */
function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
}

/** The backend by its own address, without a socket between: for the loaders and actions of the site. */
function enterBackend(backend: Hono<BackendEnv> | null, env: BackendEnv['Bindings'], pages: PageCache): typeof fetch {
  if (!backend) return fetch;
  return async (input, init) => askBackend(backend, new Request(input, init), { ...env, isInProcess: true }, pages);
}

/** What this process wrote is forgotten before the answer, so that the writer's next read sees it. */
async function askBackend(
  backend: Hono<BackendEnv>,
  request: Request,
  env: BackendEnv['Bindings'],
  pages: PageCache,
): Promise<Response> {
  const response = await backend.fetch(request, env);
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
  if (isWrite && response.ok && new URL(request.url).pathname.startsWith('/rest/v1/')) pages.forget();
  return response;
}

function withNoIndex(response: Response): Response {
  response.headers.set('X-Robots-Tag', 'noindex');
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

function withPageCaching(response: Response, path: string): Response {
  if (!response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', isLivePath(path) ? 'no-cache' : 'public, max-age=0, must-revalidate');
  }
  return response;
}
