import { Hono } from 'hono';
import type { BackendEnv } from '#backend/http/env.ts';
import { isLivePath } from '#site/live-pages.ts';
import { limitPosts } from './limit-posts.ts';
import { limitTarget } from './limit-target.ts';
import type { PageCache } from './page-cache.ts';
import { securityHeaders } from './security-headers.ts';
import { isServicePath } from './service-path.ts';
import type { ShareImages } from './share/share-images.ts';
import type { SiteHandler } from './site-handler.ts';
import { isPersonal, pageAt, readSitePath } from './site-path.ts';
import { atOwnAddress, notFoundRequest } from './site-request.ts';
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
  /** The public address of the site; every redirect is written on its origin. */
  siteUrl: string;
};

/** The front door: backend, built files and pages behind one address. */
export function createApp({ backend, files, pages, shareImages, connectTo, siteUrl, ...parts }: AppParts) {
  const app = new Hono<BackendEnv>();
  const site = atOwnAddress(parts.site, siteUrl);
  app.use(securityHeaders(connectTo), limitTarget());
  app.use(async (c, next) => {
    return backend && isServicePath(c.req.path) ? askBackend(backend, c.req.raw, c.env, pages) : next();
  });
  app.use(limitPosts());
  app.all('*', async (c) => {
    const { req, env } = c;
    const { pathname, search } = new URL(req.url);
    const path = readSitePath(pathname);
    if (path.kind === 'redirect') return c.redirect(new URL(siteUrl).origin + path.path + search, 301);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isPage = path.kind === 'page';
    const file = isRead && isPage ? files.answer(req.raw, req.path) : null;
    if (file) return file;
    const image = isRead && isPage ? await shareImages.answer(req.raw, enterBackend(backend, env, pages)) : null;
    if (image) return image;
    const render = () => site(isPage ? req.raw : notFoundRequest(req.raw), enterBackend(backend, env, pages));
    if (isPersonal(pathname)) return withNoIndex(await render());
    if (!isRead) return render();
    return withPageCaching(await pages.answer(req.raw, render), pageAt(pathname));
  });
  return app;
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
