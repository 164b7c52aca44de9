import type { MiddlewareHandler } from 'hono';
import { STATIC_POLICY } from './content-security-policy.ts';

/** A year. Without `includeSubDomains`: other hosts of the firm's domain are not part of this product. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Sets the security headers of all responses. Pages have a policy of their own; everything else gets STATIC_POLICY. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', STATIC_POLICY);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (isHttps) headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  };
}
