import type { RunQuery } from '../database/connect.ts';
import { bearerOf } from '../http/identify-caller.ts';
import type { AuthContext, AuthRoom } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { isAfter } from './instant.ts';
import { hasSession } from './sessions.ts';
import type { UserRow } from './users.ts';
import { findUserById } from './users.ts';

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Who a user's bearer token names; nothing about the database yet. */
export type Bearer = { userId: string; sessionId: string };

/** The user and session of the bearer token. Throws AuthFault `no_authorization` or `bad_jwt` (protocol.md 1.3, GET /user). */
export async function requireBearer(room: AuthRoom, c: AuthContext): Promise<Bearer> {
  const token = bearerOf(c);
  if (token === null) throw new AuthFault('no_authorization');
  const { claims, fault } = await room.keys.verify(token);
  if (fault) {
    const why = fault.kind === 'claims' ? 'token has invalid claims: token is expired' : fault.message;
    throw new AuthFault('bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  }
  const { sub: userId, session_id: sessionId } = claims;
  if (!userId) throw new AuthFault('bad_jwt', 'invalid claim: missing sub claim');
  if (!UUID.test(userId)) throw new AuthFault('bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) throw new AuthFault('session_not_found');
  return { userId, sessionId };
}

/**
 * The user behind the bearer, whose session must still be open.
 * Throws AuthFault `user_not_found`, `session_not_found` or `user_banned`.
 */
export async function loadBearer(room: AuthRoom, query: RunQuery, bearer: Bearer, forUpdate = false): Promise<UserRow> {
  const user = await findUserById(query, bearer.userId, forUpdate);
  if (!user) throw new AuthFault('user_not_found');
  if (!(await hasSession(query, bearer.sessionId, user.id))) throw new AuthFault('session_not_found');
  if (isAfter(user.banned_until, room.now())) throw new AuthFault('user_banned');
  return user;
}
