import { pageAddress, canonicalPath } from './page-address.ts';
import type { PageCache } from './page-cache.ts';
import type { SiteHandler } from './site-handler.ts';
import { isPersonal } from './site-path.ts';

/** Responds to a request for a page, or to a form sent to one. The loaders reach the backend through `backendFetch`. */
export type PageAnswer = (request: Request, backendFetch: typeof fetch) => Promise<Response>;

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
    if (canonical && (await site.hasPage(canonical))) return redirectTo(origin + canonical + url.search);
    const address = pageAddress(url);
    const render = () => site.render(new Request(origin + address.path), backendFetch);
    if (isPersonal(url.pathname)) return render();
    return pages.answer(address, request, render);
  };
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location } });
}
