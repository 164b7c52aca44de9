import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthTx } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { Claims, Keys } from '../../http/keys.ts';
import { showUser } from '../accounts/user-view.ts';
import { type UserRow, changeUser } from '../accounts/users.ts';
import { forgetFlows } from '../mail-links/flow-state.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { rememberClient } from './known-clients.ts';
import { issueRefreshToken } from './refresh-tokens.ts';

/** The address and the User-Agent of a client, stored with its session. */
export type ClientInfo = { address: string; userAgent: string | null };

/**
 * Creates a session for an authenticated user and returns its tokens (protocol.md 1.2). `method` is how the user was
 * authenticated, as `amr` names it: `password`, `otp`, `anonymous`, `magiclink` … `aal` is what this has shown.
 */
export async function openSession(
  tx: AuthTx,
  user: UserRow,
  method: string,
  client: ClientInfo,
  aal: 'aal1' | 'aal2' = 'aal1',
) {
  const now = tx.now();
  const at = now.toISOString();
  const sessionId = randomUUID();
  await tx.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, $3, $3, $6, $4, $5)`,
    [sessionId, user.id, at, client.userAgent, isIP(client.address) ? client.address : null, aal],
  );
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, $3, $3, $4)`,
    [randomUUID(), sessionId, at, method],
  );
  await tx.query(`update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = 'email'`, [
    user.id,
    at,
  ]);
  await rememberClient(tx.query, tx.keys, user.id, client, now);
  const signedIn = await changeUser(tx.query, user.id, { last_sign_in_at: at }, now);
  const refreshToken = await issueRefreshToken(tx.query, { id: sessionId, userId: user.id }, now);
  return answerSession(tx, signedIn, sessionId, refreshToken);
}

/** The response of sign-in and refresh: the tokens of the session and its user. */
export async function answerSession(tx: AuthTx, user: UserRow, sessionId: string, refreshToken: string) {
  const now = tx.now();
  const { rows } = await tx.query(
    `select s.aal::text, coalesce(c.amr, '[]') as amr
     from auth.sessions s, lateral (
       select json_agg(json_build_object('method', authentication_method, 'timestamp', floor(extract(epoch from created_at))::bigint)
         order by created_at desc) as amr
       from auth.mfa_amr_claims where session_id = s.id) c
     where s.id = $1`,
    [sessionId],
  );
  const { aal, amr } = rows[0] as { aal: string; amr: AuthenticationMethod[] };
  const token = await signAccessToken(tx.keys, { user, sessionId, aal, amr }, now, tx.settings.accessTokenSeconds);
  return { ...token, refresh_token: refreshToken, user: await showUser(tx.query, user) };
}

export type SessionAnswer = Awaited<ReturnType<typeof answerSession>>;

/** Records the refresh of a session and the client it came from. */
export async function touchSession(
  tx: AuthTx,
  session: { id: string; userId: string },
  client: ClientInfo,
): Promise<void> {
  const now = tx.now();
  await tx.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4 where id = $1`,
    [session.id, now.toISOString(), client.userAgent, isIP(client.address) ? client.address : null],
  );
  await rememberClient(tx.query, tx.keys, session.userId, client, now);
}

/** Whether the session has aal2. Read from the database, because the token may be older. */
export async function isAal2Session(query: RunQuery, sessionId: string): Promise<boolean> {
  const { rowCount } = await query(`select from auth.sessions where id = $1 and aal = 'aal2'`, [sessionId]);
  return rowCount === 1;
}

/** Whether the session began after `since`. */
export async function isSessionSince(query: RunQuery, sessionId: string, since: Date): Promise<boolean> {
  const { rowCount } = await query('select from auth.sessions where id = $1 and created_at > $2', [
    sessionId,
    since.toISOString(),
  ]);
  return rowCount === 1;
}

/** Whether the user has this session. */
export async function hasSession(query: RunQuery, sessionId: string, userId: string): Promise<boolean> {
  const { rowCount } = await query('select from auth.sessions where id = $1 and user_id = $2', [sessionId, userId]);
  return rowCount === 1;
}

/**
 * Deletes the sessions of a user for which the SQL condition holds with this session as `$2`, with their refresh tokens.
 * Additions of an identity end too: one of those sessions may have begun them. The caller has locked the user, or a
 * sign-in that is under way would open another.
 */
export async function endSessionsWhere(
  query: RunQuery,
  userId: string,
  condition: string,
  session: string | null,
): Promise<void> {
  await query('delete from auth.flow_state where linking_target_id = $1', [userId]);
  await query(`delete from auth.sessions where user_id = $1 and ${condition}`, [userId, session]);
}

/** The same for all, or all but `kept`. */
export function endSessions(query: RunQuery, userId: string, kept: string | null = null): Promise<void> {
  return endSessionsWhere(query, userId, 'id is distinct from $2', kept);
}

/** The same, and ends what else could open the account without its password: mailed links and codes, and flows. */
export async function endAccess(query: RunQuery, userId: string, kept: string | null = null): Promise<void> {
  await endSessions(query, userId, kept);
  await forgetOneTimeTokens(query, userId);
  await forgetFlows(query, userId);
}

type AuthenticationMethod = { method: string; timestamp: number };

type TokenSubject = {
  user: UserRow;
  sessionId: string;
  aal: string;
  /** How the session was authenticated, newest first. */
  amr: readonly AuthenticationMethod[];
};

/** The claims of an access token (protocol.md 1.5), without `iss`, which the signer adds. */
export function accessTokenClaims(subject: TokenSubject, now: Date, lifetimeSeconds: number): Claims {
  const { user, sessionId, aal, amr } = subject;
  const iat = Math.floor(now.getTime() / 1000);
  return {
    sub: user.id,
    aud: 'authenticated',
    exp: iat + lifetimeSeconds,
    iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
}

/** Signs an access token. `lifetimeSeconds` is added to `now`; `expires_at` is in seconds since the epoch. */
async function signAccessToken(keys: Keys, subject: TokenSubject, now: Date, lifetimeSeconds: number) {
  const claims = accessTokenClaims(subject, now, lifetimeSeconds);
  return {
    access_token: await keys.sign(claims),
    token_type: 'bearer' as const,
    expires_in: lifetimeSeconds,
    expires_at: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
  };
}

/**
 * The session in the fragment of an address, where clients of the implicit flow read it. `extra` is what the flow adds,
 * such as `type`. Keys in GoTrue's order, which is alphabetic; the empty `sb` marks the response of a Supabase-like
 * backend for the client.
 */
export function sessionFragment(session: SessionAnswer, extra: Readonly<Record<string, string>>): URLSearchParams {
  const params = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...extra,
  });
  params.sort();
  return params;
}
