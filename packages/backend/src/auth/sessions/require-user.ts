import type { AuthDeps, AuthTx } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import { bearerOf } from '../../http/identify-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import { isAfter } from '../timestamps.ts';
import { hasMfa } from '../factors/factors.ts';
import { hasSession, isAal2Session } from './sessions.ts';
import { UUID, type UserRow, findUserById } from '../accounts/users.ts';

/** The user and the session that a verified bearer token names; not yet looked up in the database. */
export type Bearer = { userId: string; sessionId: string };

/**
 * Reads user and session from the bearer token. Throws AuthError `no_authorization` or `bad_jwt` (protocol.md 1.3, GET
 * /user).
 */
export async function requireBearer(deps: AuthDeps, c: BackendContext): Promise<Bearer> {
  const token = bearerOf(c);
  if (token === null) throw new AuthError('no_authorization');
  const { claims, error } = await deps.keys.verify(token);
  if (error) {
    const why = error.kind === 'claims' ? 'token has invalid claims: token is expired' : error.message;
    throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  }
  const { sub: userId, session_id: sessionId } = claims;
  if (!userId) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  if (!UUID.test(userId)) throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) throw new AuthError('session_not_found');
  return { userId, sessionId };
}

/**
 * Loads the user of the bearer token, whose session must still exist. Throws AuthError `user_not_found`,
 * `session_not_found` or `user_banned`.
 */
export async function loadBearer(tx: AuthTx, bearer: Bearer, forUpdate = false): Promise<UserRow> {
  const user = await findUserById(tx.query, bearer.userId, forUpdate);
  if (!user) throw new AuthError('user_not_found');
  if (!(await hasSession(tx.query, bearer.sessionId, user.id))) throw new AuthError('session_not_found');
  if (isAfter(user.banned_until, tx.now())) throw new AuthError('user_banned');
  return user;
}

/**
 * A user with MFA needs aal2 to change password, address or identities: neither a stolen password nor a recovery link is
 * enough. Throws AuthError `aal2_for_credentials`.
 */
export async function requireMfa(query: RunQuery, { userId, sessionId }: Bearer): Promise<void> {
  const isMissing = (await hasMfa(query, userId)) && !(await isAal2Session(query, sessionId));
  if (isMissing) throw new AuthError('aal2_for_credentials');
}
