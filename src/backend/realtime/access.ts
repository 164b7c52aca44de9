import type { Caller } from '../database/caller.ts';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { RequestError } from '../http/errors.ts';
import { findCaller } from '../http/identify-caller.ts';
import type { Keys } from '../http/keys.ts';

/** Who uses a channel, by a verified token. */
export type Access = {
  caller: Caller;
  /** Equal for equal callers. */
  key: string;
  /** When the token ends, in milliseconds; null when it never does. */
  endsAt: number | null;
  sessionId: string | null;
};

/** A token that gives no access; the message is for the client. */
export class AccessError extends Error {}

/** As in `Keys.verify`: clocks may differ. */
const SKEW_MS = 30_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Verifies a token and that its session lives: signing out ends subscriptions at once. Throws AccessError, and
 * DatabaseUnavailable.
 */
export async function openAccess(deps: { database: DatabasePool; keys: Keys }, token: string): Promise<Access> {
  const caller = await findCaller(deps.keys, token).catch((error: unknown) => {
    if (error instanceof RequestError) throw new AccessError(`InvalidJWTToken: ${error.message}`, { cause: error });
    throw error;
  });
  const { exp, session_id: session } = caller.claims;
  const sessionId = typeof session === 'string' && UUID.test(session) ? session : null;
  if (sessionId && !(await isSessionOpen(deps.database, sessionId))) {
    throw new AccessError('InvalidJWTToken: the session has ended');
  }
  const endsAt = typeof exp === 'number' ? exp * 1000 + SKEW_MS : null;
  return { caller, key: JSON.stringify(caller), endsAt, sessionId };
}

async function isSessionOpen(database: DatabasePool, sessionId: string): Promise<boolean> {
  return asBackend(database, async (query) => {
    const { rowCount } = await query(
      `select from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = $1 and (u.banned_until is null or u.banned_until < now())`,
      [sessionId],
    );
    return rowCount === 1;
  });
}
