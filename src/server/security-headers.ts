import type { MiddlewareHandler } from 'hono';
import { STATIC_POLICY } from './content-security-policy.ts';

/** A year. Without `includeSubDomains`: other hosts of the firm's domain are not part of this product. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Sets the security headers of an answer. A page keeps its own policy; everything else gets STATIC_POLICY. */
export type SetSecurityHeaders = (headers: Headers) => void;

/** The security headers of all answers, whether rendered or from memory. */
export function securityHeadersFor(siteUrl: string): SetSecurityHeaders {
  const isHttps = new URL(siteUrl).protocol === 'https:';
  return (headers) => {
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', STATIC_POLICY);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
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
