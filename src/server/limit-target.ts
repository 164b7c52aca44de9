import type { MiddlewareHandler } from 'hono';
import { isServicePath } from './service-path.ts';

/** Longest path and query together, in characters. RFC 9110 §4.1 asks servers to take 8000 at least. */
export const MAX_TARGET_LENGTH = 8192;
/** The data API limits its query string itself, in the form of its wire (backend/rest/limits.ts). */
const DATA_API = '/rest/v1/';

/** Answers 414 to an address that is longer than MAX_TARGET_LENGTH: as JSON where a service would answer, else as text. */
export function limitTarget(): MiddlewareHandler {
  return async (c, next) => {
    const { url } = c.req.raw;
    if (url.length <= MAX_TARGET_LENGTH) return next();
    const { pathname, search } = new URL(url);
    const length = pathname.length + (pathname.startsWith(DATA_API) ? 0 : search.length);
    if (length <= MAX_TARGET_LENGTH) return next();
    const message = `The address is longer than ${MAX_TARGET_LENGTH} characters`;
    return isServicePath(pathname) ? c.json({ code: 'uri_too_long', message }, 414) : c.text(message, 414);
  };
}

/**
 * Whether a request target names another site, as a client sends to a proxy (`GET http://evil.example/ HTTP/1.1`). This
 * server is none: RFC 9112 §3.2.2 has it take the absolute form, RFC 9110 §7.4 has it refuse (421) what is not its own.
 */
export function isForAnotherSite(target: string, siteUrl: string): boolean {
  return !target.startsWith('/') && URL.parse(target)?.host !== new URL(siteUrl).host;
}
