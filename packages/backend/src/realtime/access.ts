import { asBackend, type Caller } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { RequestError } from '../http/errors.ts';
import { accountKey } from '../http/share-requests.ts';
import { findCaller } from '../http/identify-caller.ts';
import type { RealtimeDeps } from './realtime-deps.ts';

/** Who uses a channel, by a verified token. */
export type Access = {
  caller: Caller;
  /** Equal for equal callers. */
  key: string;
  /** The key of the account in usage; null for callers without one. */
  account: string | null;
  /** Whether the caller is anonymous: without an account, or with an anonymous account. */
  isAnonymous: boolean;
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
 * Verifies a token, that its session lives (signing out ends subscriptions at once), and that the site lets its caller in.
 * Throws AccessError, and DatabaseUnavailable.
 */
export async function openAccess(
  deps: Pick<RealtimeDeps, 'database' | 'keys' | 'settings'>,
  token: string,
): Promise<Access> {
  const caller = await findCaller(deps.keys, token).catch((error: unknown) => {
    if (error instanceof RequestError) throw new AccessError(`InvalidJWTToken: ${error.message}`, { cause: error });
    throw error;
  });
  if (caller.role === 'anon' && !deps.settings.realtime.anonymous) {
    throw new AccessError('Unauthorized: Only signed-in users may use channels of this project (REALTIME_ANONYMOUS)');
  }
  const { exp, session_id: session, is_anonymous: isAnonymous } = caller.claims;
  const sessionId = typeof session === 'string' && UUID.test(session) ? session : null;
  if (sessionId && !(await isSessionOpen(deps.database, sessionId))) {
    throw new AccessError('InvalidJWTToken: the session has ended');
  }
  const endsAt = typeof exp === 'number' ? exp * 1000 + SKEW_MS : null;
  return {
    caller,
    key: JSON.stringify(caller),
    account: accountOf(caller),
    isAnonymous: caller.role === 'anon' || isAnonymous === true,
    endsAt,
    sessionId,
  };
}

/** The key of the caller's account in usage; null when it has none. */
export function accountOf({ claims }: Caller): string | null {
  return typeof claims['sub'] === 'string' ? accountKey(claims['sub']) : null;
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
