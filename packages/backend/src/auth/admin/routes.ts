import { Hono, type MiddlewareHandler } from 'hono';
import { type BackendEnv, endpointsOf } from '../../http/env.ts';
import { bearerOf } from '../../http/identify-caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError, rejectWith } from '../errors.ts';
import { userPasskeysDelete, userPasskeysGet } from '../passkeys/passkeys.ts';
import { generateLink } from './generate-link.ts';
import { adminUserDelete, adminUserGet, userFactorsDelete, userFactorsGet, usersList, usersPost } from './users.ts';
import { adminUserPut } from './user-put.ts';

/** The endpoints of the service key, with paths relative to `/auth/v1/admin`. */
export function adminRoutes(deps: AuthDeps): Hono<BackendEnv> {
  const endpoint = endpointsOf(deps);
  const app = new Hono<BackendEnv>();
  app.use(requireService(deps));
  app.get('/users', endpoint(usersList));
  app.post('/users', endpoint(usersPost));
  app.get('/users/:id', endpoint(adminUserGet));
  app.put('/users/:id', endpoint(adminUserPut));
  app.delete('/users/:id', endpoint(adminUserDelete));
  app.get('/users/:id/factors', endpoint(userFactorsGet));
  app.delete('/users/:id/factors/:factorId', endpoint(userFactorsDelete));
  app.get('/users/:id/passkeys', endpoint(userPasskeysGet));
  app.delete('/users/:id/passkeys/:passkeyId', endpoint(userPasskeysDelete));
  app.post('/generate_link', endpoint(generateLink));
  app.on('ALL', ['/users', '/users/:id', '/generate_link'], rejectWith('method_not_allowed'));
  return app;
}

/** The roles of GoTrue's administrators. No account can have one (`admin/user-params.ts`). */
const SERVICE_ROLES: readonly unknown[] = ['service_role', 'supabase_admin'];

/**
 * Allows only the service key, or another token of the installation's secret with its role, as the bearer. Throws
 * AuthError `no_authorization`, `bad_jwt` or `not_admin`.
 */
function requireService(deps: AuthDeps): MiddlewareHandler<BackendEnv> {
  return async (c, next) => {
    const token = bearerOf(c);
    if (token === null) throw new AuthError('no_authorization');
    const { claims, error } = await deps.keys.verify(token);
    if (error) throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`);
    if (!SERVICE_ROLES.includes(claims.role)) throw new AuthError('not_admin');
    await next();
  };
}
