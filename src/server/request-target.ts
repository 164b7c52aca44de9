import type { MiddlewareHandler } from 'hono';

/** Maximum length of path and query together, in characters. RFC 9110 §4.1 recommends at least 8000. */
export const MAX_TARGET_LENGTH = 8192;
/** The data API limits its query string itself, with an error of its own wire (rest/limits.ts). */
const DATA_API = '/rest/v1/';

/** Responds 414 to a URL longer than MAX_TARGET_LENGTH: as JSON for services, else as text. */
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
 * Whether the request target names another site, as for a proxy (`GET http://evil.example/ HTTP/1.1`). A server must
 * accept the absolute form (RFC 9112 §3.2.2), and rejects other authorities with 421 (RFC 9110 §7.4).
 */
export function isForAnotherSite(target: string, siteUrl: string): boolean {
  return !target.startsWith('/') && URL.parse(target)?.host !== new URL(siteUrl).host;
}

const SERVICE_PATH = /^\/(?:auth|rest|storage|realtime|functions|graphql|system)\/v1(?:\/|$)|^\/api\/v1\.0\//;

/** Whether the path belongs to a service of the backend; all others are the site's. */
export function isServicePath(path: string): boolean {
  return SERVICE_PATH.test(path);
}
