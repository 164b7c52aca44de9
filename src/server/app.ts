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
import { type PageCache, RETRY_AFTER_SECONDS } from './pages/page-cache.ts';
import { type SetSecurityHeaders, securityHeaders } from './security-headers.ts';
import { toResponse } from './pages/send-answer.ts';
import type { ShareImages } from './share/share-images.ts';
import type { SiteHandler } from './pages/site-handler.ts';
import { isPersonal, pageAt, readSitePath } from './pages/site-path.ts';
import type { StaticFiles } from './pages/static-files.ts';
import type { ViewCounter } from './views/count-views.ts';

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
  /** null where views are not counted. */
  views: ViewCounter | null;
};

const READ = ['GET', 'HEAD'];
/** Where the contact form sends its enquiry, with JavaScript and without. */
const ENQUIRY_PATH = '/api/v1.0/email/send';

/** Creates the app: backend, built files and pages on one port. */
export function createApp(deps: AppDeps): Hono<BackendEnv> {
  const { backend, files, pages, flushNotifications, shareImages, siteUrl, monitoring, logViolation, views } = deps;
  const { origin } = new URL(siteUrl);
  const app = new Hono<BackendEnv>();
  const answerPage = createPageAnswer(atOwnAddress(deps.site, siteUrl), pages, origin);
  app.use(securityHeaders(deps.setSecurityHeaders), limitTarget());
  app.use(async (c, next) => {
    return backend && isServicePath(c.req.path)
      ? callBackend({ backend, flushNotifications, views }, c.req.raw, c.env)
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
    const backendFetch = createBackendFetch({ ...deps, origin }, env);
    const answerAndCount = async (request: Request): Promise<Response> => {
      const response = await answerPage(request, backendFetch);
      const isCounted = req.method === 'GET' && [200, 304, 404].includes(response.status) && !isPersonal(pathname);
      if (isCounted) views?.countPage(pathname, response.status, req.header());
      return response;
    };
    if (path.kind === 'not-found') return answerAndCount(notFoundRequest(req.raw));
    const file = isRead ? files.find(req.path) : null;
    if (file) return toResponse(req.raw, file);
    const image = isRead ? await shareImages.answer(req.raw, backendFetch) : null;
    return image ?? answerAndCount(req.raw);
  });
  return app;
}

/** Renders a page from its path and query, without a session. */
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
  // The page cache, which sets it for other pages, has no part in these.
  if (c.res.status === 503) c.res.headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
};

/**
 * The `fetch` of the site's loaders and actions. It calls the embedded backend in process at the site's own origin; other
 * origins are hosted services (Supabase, EmailJS).
 */
function createBackendFetch(
  { backend, origin, ...deps }: Pick<AppDeps, 'backend' | 'flushNotifications' | 'views'> & { origin: string },
  env: BackendEnv['Bindings'],
): typeof fetch {
  if (!backend) return fetchHosted;
  return async (input, init) => {
    const read = isPlainRead(input, init) ? new URL(input) : null;
    const answer = read?.origin === origin ? backend.readInProcess(read, new Headers(init?.headers)) : null;
    if (answer) return answer;
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) return fetchHosted(request);
    return callBackend({ backend, ...deps }, request, { ...env, isInProcess: true });
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
  { backend, flushNotifications, views }: Pick<AppDeps, 'flushNotifications' | 'views'> & { backend: Backend },
  request: Request,
  env: BackendEnv['Bindings'],
): Promise<Response> {
  const response = await backend.app.fetch(request, env);
  if (!response.ok || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return response;
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/rest/v1/')) await flushNotifications();
  if (pathname === ENQUIRY_PATH) views?.countEnquiry();
  return response;
}

/** A visitor waits for the page: longer than this, a hosted service counts as not available. */
const HOSTED_TIMEOUT_MS = 10_000;

/**
 * Fetches from a hosted service. Rejects with a TimeoutError when the answer, body included, is not complete after
 * HOSTED_TIMEOUT_MS; fetch alone would wait five minutes for its headers.
 */
export const fetchHosted: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(HOSTED_TIMEOUT_MS)]) });
};
