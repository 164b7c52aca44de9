import type { MiddlewareHandler } from 'hono';
import type { BackendEnv } from '../http/env.ts';
import { bearerOf } from '../http/identify-caller.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';

/** The roles of GoTrue's administrators. No account can have one (`admin/user-params.ts`). */
const SERVICE_ROLES: readonly unknown[] = ['service_role', 'supabase_admin'];

/**
 * Allows only the service key, or another token of the installation's secret with its role, as the bearer. Throws
 * AuthError `no_authorization`, `bad_jwt` or `not_admin`.
 */
export function requireService(deps: AuthDeps): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    const token = bearerOf(c);
    if (token === null) throw new AuthError('no_authorization');
    const { claims, error } = await deps.keys.verify(token);
    if (error) throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`);
    if (!SERVICE_ROLES.includes(claims.role)) throw new AuthError('not_admin');
    await next();
  };
}
