import { Hono, type MiddlewareHandler } from 'hono';
import type { Backend } from '#backend/app.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import { RequestError } from '#backend/http/errors.ts';
import type { OpenRateLimit } from '#backend/http/rate-limit.ts';
import { shareRequests } from '#backend/http/share-requests.ts';
import type { Usage } from '#backend/usage/usage.ts';
import { atOwnAddress, createPageAnswer, notFoundRequest } from './pages/answer-page.ts';
import { type LogViolation, mountCspReports } from './csp-reports.ts';
import { limitFormPosts } from './limit-form-posts.ts';
import { isServicePath, limitTarget } from './request-target.ts';
import type { PageCache } from './pages/page-cache.ts';
import { type SetSecurityHeaders, securityHeaders } from './security-headers.ts';
import { toResponse } from './pages/send-answer.ts';
import type { ShareImages } from './share/share-images.ts';
import type { SiteHandler } from './pages/site-handler.ts';
import { isPersonal, pageAt, readSitePath } from './pages/site-path.ts';
import type { StaticFiles } from './pages/static-files.ts';

export type AppDeps = {
  /** The embedded backend, or null with a hosted one. */
  backend: Backend | null;
  site: SiteHandler;
  files: StaticFiles;
  openRateLimit: OpenRateLimit;
  usage: Usage;
  pages: PageCache;
  /** Resolves when the page cache is invalidated for all committed changes. */
  flushNotifications: () => Promise<void>;
  shareImages: ShareImages;
  /** The public URL of the site; redirects use its origin. */
  siteUrl: string;
  setSecurityHeaders: SetSecurityHeaders;
  /** `/healthz`, `/readyz` and `/metrics`. */
  monitoring: Hono<BackendEnv>;
  logViolation: LogViolation;
};

const READ = ['GET', 'HEAD'];

/** Creates the app: backend, built files and pages on one port. */
export function createApp(deps: AppDeps): Hono<BackendEnv> {
  const { backend, files, pages, flushNotifications, shareImages, siteUrl, monitoring, logViolation } = deps;
  const { origin } = new URL(siteUrl);
  const app = new Hono<BackendEnv>();
  const answerPage = createPageAnswer(atOwnAddress(deps.site, siteUrl), pages, origin);
  app.use(securityHeaders(deps.setSecurityHeaders), limitTarget());
  app.use(async (c, next) => {
    return backend && isServicePath(c.req.path)
      ? callBackend(backend.app, c.req.raw, c.env, flushNotifications)
      : next();
  });
  app.onError((error, c) => {
    if (error instanceof RequestError) {
      return c.text(error.message, error.status, { 'Retry-After': String(error.retryAfter ?? 1) });
    }
    console.error(error);
    return c.text('Internal Server Error', 500);
  });
  app.route('/', monitoring);
  app.route('/', mountCspReports(logViolation));
  app.use(personalHeaders, limitFormPosts(deps.openRateLimit));
  app.use(shareRequests({ usage: deps.usage, keys: null }, 'site'));
  app.all('*', async (c) => {
    const { req, env } = c;
    const { pathname, search } = new URL(req.url);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const methods = isRead || !(await deps.site.takesForms(pageAt(pathname))) ? READ : [...READ, 'POST'];
    if (!methods.includes(req.method)) return c.text('Method Not Allowed', 405, { Allow: methods.join(', ') });
    const path = readSitePath(pathname);
    if (path.kind === 'redirect') return c.redirect(origin + path.path + search, 301);
    const backendFetch = createBackendFetch({ backend, flushNotifications, origin }, env);
    if (path.kind === 'not-found') return answerPage(notFoundRequest(req.raw), backendFetch);
    const file = isRead ? files.find(req.path) : null;
    if (file) return toResponse(req.raw, file);
    const image = isRead ? await shareImages.answer(req.raw, backendFetch) : null;
    return image ?? answerPage(req.raw, backendFetch);
  });
  return app;
}

/** Renders a page for nobody in particular, from its path and query. */
export function createPageRenderer(deps: AppDeps): (path: string) => Promise<Response> {
  const { origin } = new URL(deps.siteUrl);
  const backendFetch = createBackendFetch({ ...deps, origin }, { clientAddress: 'unknown' });
  const site = atOwnAddress(deps.site, deps.siteUrl);
  return (path) => site.render(new Request(origin + path), backendFetch);
}

/** Caches and search engines must not store personal pages, nor the redirects to them. */
const personalHeaders: MiddlewareHandler<BackendEnv> = async (c, next) => {
  await next();
  if (!isPersonal(new URL(c.req.url).pathname)) return;
  c.res.headers.set('X-Robots-Tag', 'noindex');
  c.res.headers.set('Cache-Control', 'no-store');
};

/**
 * The `fetch` of the site's loaders and actions. It calls the embedded backend in process at the site's own origin; other
 * origins are hosted services (Supabase, EmailJS).
 */
function createBackendFetch(
  { backend, flushNotifications, origin }: Pick<AppDeps, 'backend' | 'flushNotifications'> & { origin: string },
  env: BackendEnv['Bindings'],
): typeof fetch {
  if (!backend) return fetchHosted;
  return async (input, init) => {
    const read = isPlainRead(input, init) ? new URL(input) : null;
    const answer = read?.origin === origin ? backend.readInProcess(read, new Headers(init?.headers)) : null;
    if (answer) return answer;
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) return fetchHosted(request);
    return callBackend(backend.app, request, { ...env, isInProcess: true }, flushNotifications);
  };
}

function isPlainRead(input: RequestInfo | URL, init: RequestInit | undefined): input is string | URL {
  return !(input instanceof Request) && (init?.method ?? 'GET') === 'GET';
}

/**
 * A successful write to the data API is answered after the page cache is invalidated, so that the writer's next read is
 * current. The database notifies the change; the status of the response alone invalidates nothing.
 */
async function callBackend(
  backend: Hono<BackendEnv>,
  request: Request,
  env: BackendEnv['Bindings'],
  flushNotifications: AppDeps['flushNotifications'],
): Promise<Response> {
  const response = await backend.fetch(request, env);
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
  if (isWrite && response.ok && new URL(request.url).pathname.startsWith('/rest/v1/')) await flushNotifications();
  return response;
}

/** A visitor waits for the page: longer than this, a hosted service counts as not available. */
const HOSTED_TIMEOUT_MS = 10_000;

/**
 * Fetches from a hosted service. Rejects with a TimeoutError when the answer, body included, is not complete after
 * HOSTED_TIMEOUT_MS; fetch alone would wait five minutes for its headers.
 */
const fetchHosted: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(HOSTED_TIMEOUT_MS)]) });
};
