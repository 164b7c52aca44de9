import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';

/** GET /.well-known/jwks.json: the public keys. Clients cache them for ten minutes (specification §9). */
export function jwks(deps: AuthDeps): Endpoint {
  return async (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(deps.keys.jwks());
  };
}
