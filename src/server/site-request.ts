import type { SiteHandler } from './site-handler.ts';
import { locationOnSite } from './site-path.ts';

/** No page has this path; the site answers it with its not-found page. */
const NO_PAGE = '/not-found';

/**
 * Wraps the site so that its address is always the configured one. Requests come to it with the origin of `siteUrl`,
 * whatever `Host` or an absolute request target says, and its redirects leave as absolute addresses on that origin.
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

/** The request that is rendered in place of one for a path that no page can have. */
export function notFoundRequest(request: Request): Request {
  return new Request(new URL(NO_PAGE, request.url), { signal: request.signal });
}

/** HEAD is rendered as GET; the answer's body is left out later. */
function requestAt(address: URL, request: Request): Request {
  const headers = new Headers(request.headers);
  // React Router refuses a form whose Origin is not the request's. A site also reached by another name (localhost, an
  // address in the local network) gets forms from that name.
  if (headers.get('Origin') === new URL(request.url).origin) headers.set('Origin', address.origin);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const body = method === 'GET' ? null : request.body;
  return new Request(address, { method, headers, body, signal: request.signal, ...(body && { duplex: 'half' }) });
}
