import { canonicalPath, isPersonal, locationOnSite, pageAddress } from './site-path.ts';
import type { PageCache } from './page-cache.ts';
import type { SiteHandler } from './site-handler.ts';

/** Responds to a request for a page, or to a form sent to one. The loaders reach the backend through `backendFetch`. */
type PageAnswer = (request: Request, backendFetch: typeof fetch) => Promise<Response>;

/**
 * Pages are rendered from their canonical address alone: without undeclared parameters, without headers of the visitor,
 * and without the abort signal of the request, because other visitors may wait for the same page. `origin` is the
 * site's; redirects to another spelling use it.
 */
export function createPageAnswer(site: SiteHandler, pages: PageCache, origin: string): PageAnswer {
  return async (request, backendFetch) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return site.render(request, backendFetch);
    const canonical = canonicalPath(url.pathname);
    if (canonical && (await site.hasPage(canonical))) {
      return new Response(null, { status: 301, headers: { Location: origin + canonical + url.search } });
    }
    const address = pageAddress(url);
    const render = () => site.render(new Request(origin + address.path), backendFetch);
    if (isPersonal(url.pathname)) return render();
    return pages.answer(address, request, render);
  };
}

/** A path without a page; the site renders its not-found page for it. */
const NO_PAGE = '/not-found';

/**
 * Wraps the site so that it always has its configured origin: requests get the origin of `siteUrl`, whatever the Host
 * header or an absolute request target says, and redirects become absolute URLs on it.
 */
export function atOwnAddress(site: SiteHandler, siteUrl: string): SiteHandler {
  const { origin } = new URL(siteUrl);
  return {
    ...site,
    render: async (request, backendFetch) => {
      const { pathname, search } = new URL(request.url);
      const address = new URL(origin + pathname + search);
      const response = await site.render(requestAt(address, request), backendFetch);
      const location = response.headers.get('Location');
      if (location !== null) response.headers.set('Location', locationOnSite(location, address));
      return response;
    },
  };
}

/** The request to render in place of one for a path that no page can have. */
export function notFoundRequest(request: Request): Request {
  return new Request(new URL(NO_PAGE, request.url), { signal: request.signal });
}

/** HEAD is rendered as GET; the body is dropped later. */
function requestAt(address: URL, request: Request): Request {
  const headers = new Headers(request.headers);
  // React Router rejects a form whose Origin differs from the request's. A site that is also reached by another name
  // (localhost, a second domain) gets forms with that name, and with https where a proxy in front of it has TLS.
  const origin = headers.get('Origin') ?? '';
  if (URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) headers.set('Origin', address.origin);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const body = method === 'GET' ? null : request.body;
  return new Request(address, { method, headers, body, signal: request.signal, ...(body && { duplex: 'half' }) });
}
