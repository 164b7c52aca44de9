import { hash, randomBytes } from 'node:crypto';
import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import type { AuthErrorName } from '../errors.ts';
import { isAfter } from '../timestamps.ts';

/**
 * A revoked token that is presented again within this time is taken for a race between tabs, not for theft (protocol.md
 * 1.5).
 */
const REUSE_INTERVAL_MS = 10_000;
/** Revoked tokens are kept for this time, and unknown afterwards. */
const KEEP_REVOKED_MS = 24 * 3600 * 1000;

type SessionOfUser = { sessionId: string; userId: string };

/** `stolenFrom` is the session of a token that must have been stolen; the caller ends it. */
export type Exchange =
  | { refused: AuthErrorName; stolenFrom?: SessionOfUser }
  | ({ refused: null; refreshToken: string } & SessionOfUser);

type TokenRow = { id: string; revoked: boolean | null; updated_at: string | null; session_id: string };

const hashOf = (token: string): string => hash('sha256', token);

/** Creates the first refresh token of a session. Only its hash is stored. */
export async function issueRefreshToken(
  query: RunQuery,
  session: { id: string; userId: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, false, $4, $4)`,
    [hashOf(token), session.userId, session.id, now.toISOString()],
  );
  return token;
}

/**
 * Replaces the refresh tokens of a session by a new family after a step-up. The old ones are deleted, not revoked: a
 * tab that still presents one gets an error, and its request does not count as theft and end the session.
 */
export async function replaceRefreshTokens(
  query: RunQuery,
  session: { id: string; userId: string },
  now: Date,
): Promise<string> {
  await query('delete from auth.refresh_tokens where session_id = $1', [session.id]);
  return issueRefreshToken(query, session, now);
}

/**
 * Exchanges a refresh token for its successor (protocol.md 1.5). Errors are returned, not thrown, because the end of a
 * session whose token was stolen must be committed. Exchanges of one session wait for each other.
 */
export async function exchangeRefreshToken(
  query: RunQuery,
  keys: Keys,
  presented: string,
  now: Date,
): Promise<Exchange> {
  if (!/^[a-z0-9]{12,255}$/.test(presented)) return { refused: 'refresh_token_malformed' };
  const sessionId = (await findToken(query, presented))?.session_id;
  if (!sessionId) return { refused: 'refresh_token_not_found' };

  // Locks the user before the session, in the order of other changes of the account, to avoid a deadlock.
  await query('select from auth.users where id = (select user_id from auth.sessions where id = $1) for no key update', [
    sessionId,
  ]);
  const { rows } = await query('select user_id, not_after from auth.sessions where id = $1 for no key update', [
    sessionId,
  ]);
  const session = rows[0] as { user_id: string; not_after: string | null } | undefined;
  // Read again: the transaction that held the lock may have exchanged the same token.
  const token = await findToken(query, presented);
  if (!session || !token) return { refused: 'refresh_session_missing' };
  if (session.not_after !== null && !isAfter(session.not_after, now)) return { refused: 'refresh_session_expired' };

  const successor = token.revoked
    ? await findActiveSuccessor(query, keys, presented, token, now)
    : await issueSuccessor(query, keys, presented, token, session.user_id, now);
  if (successor !== null) return { refused: null, refreshToken: successor, sessionId, userId: session.user_id };
  return { refused: 'refresh_token_already_used', stolenFrom: { sessionId, userId: session.user_id } };
}

/**
 * The active token that follows a revoked one: always when it is the direct successor (the client lost the response),
 * and further along the chain only shortly after the revocation (racing tabs). GoTrue issues another token in the
 * second case; returning the active one keeps a single active token per session, so that theft is always detected.
 */
async function findActiveSuccessor(
  query: RunQuery,
  keys: Keys,
  presented: string,
  { session_id, updated_at }: TokenRow,
  now: Date,
): Promise<string | null> {
  // A time in the future was written before the clock was set back.
  const isRace = Math.abs(now.getTime() - Date.parse(updated_at ?? '')) < REUSE_INTERVAL_MS;
  let token = presented;
  do {
    const { rows } = await query(
      'select id::text, revoked from auth.refresh_tokens where session_id = $1 and parent = $2',
      [session_id, hashOf(token)],
    );
    const next = rows[0] as Pick<TokenRow, 'id' | 'revoked'> | undefined;
    if (!next) return null;
    token = successorOf(keys, token, next.id);
    if (!next.revoked) return token;
  } while (isRace);
  return null;
}

/**
 * A successor is derived from the token it replaces and its own row id with a secret, so that the active token can be
 * given again to a client that lost the response, although only hashes are stored.
 */
function successorOf(keys: Keys, token: string, successorId: string): string {
  return keys.derive('refresh-token', `${token}\n${successorId}`).slice(0, 48);
}

async function issueSuccessor(
  query: RunQuery,
  keys: Keys,
  presented: string,
  token: TokenRow,
  userId: string,
  now: Date,
): Promise<string> {
  const { rows } = await query(`select nextval('auth.refresh_tokens_id_seq')::text as id`);
  const successorId = rows[0]?.id as string;
  const successor = successorOf(keys, presented, successorId);
  const at = now.toISOString();
  await query('update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1 and not revoked', [
    token.id,
    at,
  ]);
  await query(
    `insert into auth.refresh_tokens (id, token, parent, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, $5, false, $6, $6)`,
    [successorId, hashOf(successor), hashOf(presented), userId, token.session_id, at],
  );
  await query('delete from auth.refresh_tokens where session_id = $1 and revoked and updated_at < $2', [
    token.session_id,
    new Date(now.getTime() - KEEP_REVOKED_MS).toISOString(),
  ]);
  return successor;
}

async function findToken(query: RunQuery, token: string): Promise<TokenRow | undefined> {
  const { rows } = await query(
    'select id::text, revoked, updated_at, session_id from auth.refresh_tokens where token = $1 and session_id is not null',
    [hashOf(token)],
  );
  return rows[0] as TokenRow | undefined;
}
