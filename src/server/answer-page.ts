import { hydrates } from '#site/route-table.ts';
import { pageAddress, canonicalPath } from './page-address.ts';
import type { PageCache } from './page-cache.ts';
import type { SiteHandler } from './site-handler.ts';
import { isPersonal, pageAt } from './site-path.ts';

/** Responds to a request for a page, or to a form sent to one. The loaders reach the backend through `backendFetch`. */
export type PageAnswer = (request: Request, backendFetch: typeof fetch) => Promise<Response>;

/**
 * Pages are rendered from their canonical address alone: without undeclared parameters, without headers of the visitor,
 * and without the abort signal of the request, because other visitors may wait for the same page. `origin` is the
 * site's; redirects to another spelling use it.
 */
export function createPageAnswer(site: SiteHandler, pages: PageCache, origin: string): PageAnswer {
  const answer: PageAnswer = async (request, backendFetch) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return site.render(request, backendFetch);
    const canonical = canonicalPath(url.pathname);
    if (canonical && (await site.hasPage(canonical))) return redirectTo(origin + canonical + url.search);
    const address = pageAddress(url);
    const render = () => site.render(new Request(origin + address.path), backendFetch);
    if (isPersonal(url.pathname)) return render();
    return withPageCaching(await pages.answer(address, request, render), pageAt(url.pathname));
  };
  return async (request, backendFetch) => {
    const response = await answer(request, backendFetch);
    return isPersonal(new URL(request.url).pathname) ? withNoIndex(response) : response;
  };
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location } });
}

function withNoIndex(response: Response): Response {
  response.headers.set('X-Robots-Tag', 'noindex');
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

function withPageCaching(response: Response, path: string): Response {
  if (!response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', hydrates(path) ? 'no-cache' : 'public, max-age=0, must-revalidate');
  }
  return response;
}
