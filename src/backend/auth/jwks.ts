import type { AuthRoom, Endpoint } from './auth-room.ts';

/** GET /.well-known/jwks.json: the public keys, kept by clients for ten minutes (specification §9). */
export function jwks(room: AuthRoom): Endpoint {
  return async (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(room.keys.jwks());
  };
}
