import type { MiddlewareHandler } from 'hono';

/** A year. Without `includeSubDomains`: other hosts of the firm's domain are not part of this product. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Sets the security headers of an answer. A page keeps its own policies; everything else gets STATIC_POLICY. */
export type SetSecurityHeaders = (headers: Headers) => void;

/** The security headers of all answers, whether rendered or from memory; `isUnlisted` keeps them out of search engines. */
export function securityHeadersFor(siteUrl: string, isUnlisted = (): boolean => false): SetSecurityHeaders {
  const isHttps = new URL(siteUrl).protocol === 'https:';
  return (headers) => {
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', STATIC_POLICY);
    headers.set('X-Content-Type-Options', 'nosniff');
    if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (isUnlisted()) headers.set('X-Robots-Tag', 'noindex');
    if (isHttps) headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  };
}

/** Sets the security headers of all responses of the app. */
export function securityHeaders(setHeaders: SetSecurityHeaders): MiddlewareHandler {
  return async (c, next) => {
    await next();
    setHeaders(c.res.headers);
  };
}

/** The path to which browsers report violations. */
export const REPORT_PATH = '/csp-reports';

type PagePolicyOptions = {
  /** Further origins that pages may connect to. */
  connectTo: readonly string[];
  /** Further origins of pictures; any https host is allowed. */
  imagesFrom?: readonly string[];
  /** During development Vite inserts style elements, and pages are not built for trusted types. */
  isDevelopment: boolean;
};

/** The policy of a page with these hashes of inline scripts (`'sha256-…'`). */
export type PagePolicy = (scriptHashes: readonly string[]) => string;

/**
 * Creates the Content-Security-Policy of pages. It allows scripts from the site's own files and the inline scripts of
 * the page, the map as the only frame, connections to the site and the configured hosted services, and pictures from
 * any https host and the hosted backend.
 */
export function createPagePolicy({ connectTo, imagesFrom = [], isDevelopment }: PagePolicyOptions): PagePolicy {
  return (scriptHashes) =>
    [
      "default-src 'none'",
      ['script-src', "'self'", ...scriptHashes].join(' '),
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
      ["img-src 'self' data: blob: https:", ...imagesFrom].join(' '),
      "font-src 'self'",
      "manifest-src 'self'",
      ['connect-src', "'self'", ...connectTo].join(' '),
      'frame-src https://www.openstreetmap.org',
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isDevelopment
        ? []
        : ["require-trusted-types-for 'script'", 'trusted-types default post-preview post-paste page-preview']),
      `report-uri ${REPORT_PATH}`,
    ].join('; ');
}

/**
 * The policy of all other responses: data, files, redirects. A stored file that a browser opens directly may have
 * inline styles (SVG), but may not run scripts or load anything from other origins.
 */
const STATIC_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
