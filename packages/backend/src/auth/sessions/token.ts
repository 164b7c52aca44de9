import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type UserRow, findUserById } from '../accounts/users.ts';
import { type AuthDeps, clientInfo, readAuthBody } from '../auth-deps.ts';
import { AuthError, type AuthErrorName } from '../errors.ts';
import { openSecret } from '../factors/totp.ts';
import { takeFlow } from '../mail-links/flow-state.ts';
import { tokenIdToken } from '../providers/id-token.ts';
import { isAfter } from '../timestamps.ts';
import { tokenWeb3 } from '../web3/token-web3.ts';
import { exchangeRefreshToken } from './refresh-tokens.ts';
import { type ClientInfo, type SessionAnswer, answerSession, openSession, touchSession } from './sessions.ts';
import { addressKey } from '../../http/client-address.ts';
import { findAccountOf } from './known-clients.ts';
import { isPassword, withPasswordWork } from '../accounts/passwords.ts';

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
  ['web3', tokenWeb3],
]);

const RefreshGrant = z.object({ refresh_token: z.string().nullish() });

/** POST /token?grant_type=refresh_token: a new access token and the next refresh token (protocol.md 1.5). */
async function tokenRefreshToken(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const { refresh_token } = await readAuthBody(c, RefreshGrant);
  const outcome = await asBackend(deps.database, (query) => refreshSession(deps, query, refresh_token ?? '', client));
  if ('refused' in outcome) throw new AuthError(outcome.refused);
  return c.json(outcome);
}

async function refreshSession(
  deps: AuthDeps,
  query: RunQuery,
  presented: string,
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const exchange = await exchangeRefreshToken(query, deps.keys, presented, deps.now());
  if (exchange.refused !== null) return { refused: exchange.refused };
  const user = await findUserById(query, exchange.userId);
  if (!user) return { refused: 'refresh_session_missing' };
  if (isAfter(user.banned_until, deps.now())) return { refused: 'refresh_user_banned' };
  await touchSession(deps, query, { id: exchange.sessionId, userId: user.id }, client);
  return answerSession(deps, query, user, exchange.sessionId, exchange.refreshToken);
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
  const outcome = await asBackend(deps.database, (query) => exchangeAuthCode(deps, query, { code, verifier }, client));
  if ('refused' in outcome) throw new AuthError(outcome.refused);
  return c.json(outcome);
}

async function exchangeAuthCode(
  deps: AuthDeps,
  query: RunQuery,
  { code, verifier }: { code: string; verifier: string },
  client: ClientInfo,
): Promise<SessionAnswer | { refused: AuthErrorName }> {
  const flow = await takeFlow(query, code, verifier, deps.now());
  if (flow.refused !== null) return { refused: flow.refused };
  const user = await findUserById(query, flow.userId, true);
  if (!user) return { refused: 'flow_state_not_found' };
  if (isAfter(user.banned_until, deps.now())) return { refused: 'sign_in_banned' };
  const session = await openSession(deps, query, user, flow.method, client);
  const { providerAccessToken: access, providerRefreshToken: refresh } = flow;
  return {
    ...session,
    ...(access !== null && { provider_token: openSecret(deps.keys, code, access) }),
    ...(refresh !== null && { provider_refresh_token: openSecret(deps.keys, code, refresh) }),
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
  const { email, password } = await readCredentials(readAuthBody(c, PasswordGrant));
  const requester = addressKey(client.address);
  const found = await withPasswordWork(requester, () => checkPassword(deps, email, password, client));

  const session = await asBackend(deps.database, async (query) => {
    const user = await requireUnchanged(query, found);
    requireAdmitted(user, deps.now());
    return openSession(deps, query, user, 'password', client);
  });
  const { passwordMinLength } = deps.settings.auth;
  const { message, reasons } = new AuthError('weak_password', passwordMinLength);
  return c.json(password.length < passwordMinLength ? { ...session, weak_password: { message, reasons } } : session);
}

async function readCredentials(
  reading: Promise<z.infer<typeof PasswordGrant>>,
): Promise<{ email: string; password: string }> {
  const { email, phone, password } = await reading;
  if (!email && phone) throw new AuthError('phone_provider_disabled');
  if (!email) throw new AuthError('validation_failed', 'missing email or phone');
  return { email: email.toLowerCase(), password: password ?? '' };
}

/** Checks the password and returns the account. Throws AuthError `invalid_credentials`. */
async function checkPassword(deps: AuthDeps, email: string, password: string, client: ClientInfo): Promise<UserRow> {
  // The transaction ends before bcrypt runs, so that no connection is held meanwhile.
  const { found, knownAs } = await asBackend(deps.database, (query) => findAccountOf(query, deps, email, client));
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
