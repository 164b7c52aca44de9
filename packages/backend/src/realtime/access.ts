import { type Caller, asBackend, rollingBack } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { RequestError } from '../http/errors.ts';
import { accountKey } from '../http/share-requests.ts';
import { findCaller } from '../http/identify-caller.ts';
import type { RealtimeDeps } from './realtime-deps.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';

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

type Right = { read: boolean; write: boolean };
export type ChannelRights = { broadcast: Right; presence: Right };

const ALL: Right = { read: true, write: true };
const NONE: Right = { read: false, write: false };
export const ALL_RIGHTS: ChannelRights = { broadcast: ALL, presence: ALL };
export const NO_RIGHTS: ChannelRights = { broadcast: NONE, presence: NONE };

/**
 * What the policies on `realtime.messages` allow the caller on a private channel, as hosted projects decide it: two rows
 * are inserted and read as the caller, two more are inserted as the caller, and all is rolled back. Throws
 * DatabaseUnavailable; any other error of a policy gives no right.
 */
export async function readRights(database: DatabasePool, caller: Caller, topic: string): Promise<ChannelRights> {
  const check = async (query: RunQuery) => {
    const { rows } = await query(
      `insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true), ($1, 'presence', true)
       returning id`,
      [topic],
    );
    await query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
         set_config('realtime.topic', $3, true)`,
      [caller.role, JSON.stringify(caller.claims), topic],
    );
    const ids = rows.map((row) => row['id']);
    return checkAs(query, topic, ids);
  };
  return rollingBack((work) => asBackend(database, work), check).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) throw error;
    return NO_RIGHTS;
  });
}

async function checkAs(query: RunQuery, topic: string, ids: unknown[]): Promise<ChannelRights> {
  const readable = await attempt(query, 'select extension from realtime.messages where id = any($1)', [ids]);
  const extensions = new Set(readable?.map((row) => row['extension']));
  const rightOn = async (extension: keyof ChannelRights): Promise<Right> => {
    const insert = 'insert into realtime.messages (topic, extension, private) values ($1, $2, true)';
    return { read: extensions.has(extension), write: (await attempt(query, insert, [topic, extension])) !== null };
  };
  return { broadcast: await rightOn('broadcast'), presence: await rightOn('presence') };
}

/** The rows of a statement, or null when the caller may not run it. */
async function attempt(query: RunQuery, text: string, values: unknown[]): Promise<Record<string, unknown>[] | null> {
  await query('savepoint attempt');
  try {
    const { rows } = await query(text, values);
    return rows;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    await query('rollback to savepoint attempt');
    return null;
  }
}
