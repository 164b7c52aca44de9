import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import type { SignOutScope } from './sessions.ts';
import { endSessions } from './sessions.ts';

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others'];

/** POST /logout?scope=: ends all sessions of the bearer, this one, or all others; 204. */
export function logout(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    const wanted = c.req.query('scope') ?? 'global';
    const scope = SCOPES.find((known) => known === wanted);
    if (!scope) throw new AuthFault('validation_failed', `Unsupported logout scope "${wanted.slice(0, 40)}"`);
    await asBackend(room.database, async (query) => {
      const user = await loadBearer(room, query, bearer);
      await endSessions(query, user.id, scope, bearer.sessionId);
    });
    return c.body(null, 204);
  };
}
