import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type UserRow, findUserById } from '../accounts/users.ts';
import { AuthError, type AuthErrorName } from '../errors.ts';
import { openSecret } from '../factors/totp.ts';
import { takeFlow } from '../mail-links/flow-state.ts';
import { tokenIdToken } from '../providers/id-token.ts';
import { isAfter } from '../timestamps.ts';
import { exchangeRefreshToken } from './refresh-tokens.ts';
import {
  type ClientInfo,
  type SessionAnswer,
  answerSession,
  endSessions,
  endSessionsWhere,
  openSession,
  touchSession,
} from './sessions.ts';
import { addressKey } from '../../http/client-address.ts';
import { findAccountOf } from './known-clients.ts';
import { isPassword, withPasswordWork } from '../accounts/passwords.ts';
import { loadBearer, requireBearer } from './require-user.ts';

/** POST /token: sign-in by password or authorization code, and refresh. Other grant types get their own errors. */
export async function token(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const grant = GRANTS.get(c.req.query('grant_type') ?? '');
  if (!grant) throw new AuthError('invalid_credentials', 'unsupported_grant_type');
  return grant(deps, c);
}

const GRANTS = new Map([
  ['password', tokenPassword],
  ['refresh_token', tokenRefreshToken],
  ['pkce', tokenPkce],
  ['id_token', tokenIdToken],
  // The curves of wallets are loaded when one signs in.
  ['web3', async (deps: AuthDeps, c: BackendContext) => (await import('../web3/token-web3.ts')).tokenWeb3(deps, c)],
]);

const RefreshGrant = z.object({ refresh_token: z.string().nullish() });

/** POST /token?grant_type=refresh_token: a new access token and the next refresh token (protocol.md 1.5). */
async function tokenRefreshToken(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const { refresh_token } = await readAuthBody(c, RefreshGrant);
  const outcome = await inAuthTransaction(deps, (tx) => refreshSession(tx, refresh_token ?? '', client));
  if ('refused' in outcome) throw new AuthError(outcome.refused);
  return c.json(outcome);
}

async function refreshSession(
  tx: AuthTx,
  presented: string,
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const exchange = await exchangeRefreshToken(tx.query, tx.keys, presented, tx.now());
  if (exchange.refused !== null) {
    const { refused, stolenFrom: from } = exchange;
    // So that the access tokens of the thief open nothing any more (internal/tokens/service.go of supabase/auth).
    if (from) await endSessionsWhere(tx.query, from.userId, 'id = $2', from.sessionId);
    return { refused };
  }
  const user = await findUserById(tx.query, exchange.userId);
  if (!user) return { refused: 'refresh_session_missing' };
  if (isAfter(user.banned_until, tx.now())) return { refused: 'refresh_user_banned' };
  await touchSession(tx, { id: exchange.sessionId, userId: user.id }, client);
  return answerSession(tx, user, exchange.sessionId, exchange.refreshToken);
}

const PkceGrant = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() });

/** POST /token?grant_type=pkce: a session in exchange for an authorization code and its verifier (RFC 7636). */
async function tokenPkce(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const { auth_code: code, code_verifier: verifier } = await readAuthBody(c, PkceGrant);
  if (!code || !verifier) {
    throw new AuthError('validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
  }
  const outcome = await inAuthTransaction(deps, (tx) => exchangeAuthCode(tx, { code, verifier }, client));
  if ('refused' in outcome) throw new AuthError(outcome.refused);
  return c.json(outcome);
}

async function exchangeAuthCode(
  tx: AuthTx,
  { code, verifier }: { code: string; verifier: string },
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const flow = await takeFlow(tx.query, code, verifier, tx.now());
  if (flow.refused !== null) return { refused: flow.refused };
  const user = await findUserById(tx.query, flow.userId, true);
  if (!user) return { refused: 'flow_state_not_found' };
  if (isAfter(user.banned_until, tx.now())) return { refused: 'sign_in_banned' };
  const session = await openSession(tx, user, flow.method, client);
  const { providerAccessToken: access, providerRefreshToken: refresh } = flow;
  return {
    ...session,
    ...(access !== null && { provider_token: openSecret(tx.keys, code, access) }),
    ...(refresh !== null && { provider_refresh_token: openSecret(tx.keys, code, refresh) }),
  };
}

const PasswordGrant = z.object({
  email: z.string().max(255).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** POST /token?grant_type=password: a session. Unknown users and wrong passwords get the same error. */
async function tokenPassword(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const { email, password } = readCredentials(await readAuthBody(c, PasswordGrant));
  const requester = addressKey(client.address);
  const found = await withPasswordWork(requester, () => checkPassword(deps, email, password, client));

  const session = await inAuthTransaction(deps, async (tx) => {
    const user = await requireUnchanged(tx.query, found);
    requireAdmitted(user, deps.now());
    return openSession(tx, user, 'password', client);
  });
  const { passwordMinLength } = deps.settings.auth;
  const { message, reasons } = new AuthError('weak_password', passwordMinLength);
  return c.json(password.length < passwordMinLength ? { ...session, weak_password: { message, reasons } } : session);
}

function readCredentials({ email, phone, password }: z.infer<typeof PasswordGrant>) {
  if (!email && phone) throw new AuthError('phone_provider_disabled');
  if (!email) throw new AuthError('validation_failed', 'missing email or phone');
  return { email: email.toLowerCase(), password: password ?? '' };
}

/** Checks the password and returns the account. Throws AuthError `invalid_credentials`. */
async function checkPassword(deps: AuthDeps, email: string, password: string, client: ClientInfo): Promise<UserRow> {
  // The transaction ends before bcrypt runs, so that no connection is held meanwhile.
  const { found, knownAs } = await findAccountOf(deps, email, client);
  const attempt = await deps.limits.takeSignIn({ email, address: client.address, knownAs });
  if (!(await isPassword(password, found?.encrypted_password)) || !found) throw new AuthError('invalid_credentials');
  await attempt.forget();
  return found;
}

/** Rejects when the password was changed while it was being checked. */
async function requireUnchanged(query: RunQuery, found: UserRow): Promise<UserRow> {
  const user = await findUserById(query, found.id, true);
  if (user?.encrypted_password !== found.encrypted_password) throw new AuthError('invalid_credentials');
  return user;
}

function requireAdmitted(user: UserRow, now: Date): void {
  if (isAfter(user.banned_until, now)) throw new AuthError('sign_in_banned');
  if (user.email_confirmed_at === null) throw new AuthError('email_not_confirmed');
}

/** POST /logout?scope=: ends all sessions of the user, this one, or all others. Answers 204. */
export async function logout(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const scope = c.req.query('scope') ?? 'global';
  if (!['global', 'local', 'others'].includes(scope)) {
    throw new AuthError('validation_failed', `Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  await inAuthTransaction(deps, async (tx) => {
    const { id } = await loadBearer(tx, bearer, true);
    if (scope === 'local') await endSessionsWhere(tx.query, id, 'id = $2', bearer.sessionId);
    else await endSessions(tx.query, id, scope === 'others' ? bearer.sessionId : null);
  });
  return c.body(null, 204);
}
