import { isLivePath } from '#site/live-pages.ts';
import { pageAddress, respelled } from './page-address.ts';
import type { PageCache } from './page-cache.ts';
import type { SiteHandler } from './site-handler.ts';

/** Documents that differ by who asks are never kept; these two are drawn in the browser and kept out of search. */
const PERSONAL_PATH = /^\/(auth|admin)$/;
/** Pages are rendered for an address, not for a host: what a client calls this server must not get into a kept page. */
const RENDER_ORIGIN = 'http://localhost';

/** Answers a GET or HEAD of a page. `backendFetch` is how its loaders reach the backend. */
export type PageAnswer = (request: Request, backendFetch: typeof fetch) => Promise<Response>;

/**
 * Pages are rendered from their canonical address alone: without undeclared parameters, headers of the visitor, or her
 * leaving early, which must not spoil the page for those who wait for the same one.
 */
export function createPageAnswer(site: SiteHandler, pages: PageCache): PageAnswer {
  return async (request, backendFetch) => {
    const url = new URL(request.url);
    const spelling = respelled(url.pathname);
    if (spelling && (await site.hasPage(spelling))) return redirectTo(spelling + url.search);
    const address = pageAddress(url);
    const render = () => site.render(new Request(RENDER_ORIGIN + address.path), backendFetch);
    if (PERSONAL_PATH.test(url.pathname)) return withNoIndex(await render());
    return withPageCaching(await pages.answer(address, request, render), url.pathname);
  };
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 301, headers: { Location: path } });
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
