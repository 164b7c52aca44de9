import type { MiddlewareHandler } from 'hono';

/**
 * Sent with every answer. Scripts are the site's own files and the few lines that the pages carry; frames only the map
 * that a visitor asks for; connections only to the site and, when configured, the hosted backend and mail service.
 */
export function securityHeaders(connectTo: readonly string[]): MiddlewareHandler {
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    'frame-src https://www.openstreetmap.org',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return async (c, next) => {
    await next();
    c.res.headers.set('Content-Security-Policy', policy);
    c.res.headers.set('X-Content-Type-Options', 'nosniff');
    c.res.headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    c.res.headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    c.res.headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  };
}
