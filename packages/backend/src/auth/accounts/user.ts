import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo, readAuthBody } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { hasMfa } from '../factors/factors.ts';
import { countingMailTo, requireMailPause } from '../mail-links/mail-frequency.ts';
import { forgetFlows, pkceFields } from '../mail-links/flow-state.ts';
import { type LinkTarget, linkTargetOf } from '../mail-links/redirect-to.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { type ClientInfo, endSessions, isAal2Session, isSessionSince } from '../sessions/sessions.ts';
import { requireEmailAddress } from './email-address.ts';
import { showUser } from './user-view.ts';
import {
  type UserRow,
  changeUser,
  findUserByEmail,
  mergeMetadata,
  replaceEmail,
  userMetadata,
  withPlaceholderUser,
} from './users.ts';
import { forgetOneTimeTokens, hasCode, linkToken } from '../mail-links/one-time-tokens.ts';
import { requestEmailChange, sendEmailChange, sendReauthentication } from '../mail-links/send-account-mail.ts';
import { hashPassword, isPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';

/** GET /user: the user of the bearer token, as stored in the database. */
export async function userGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const user = await asBackend(deps.database, async (query) => showUser(query, await loadBearer(deps, query, bearer)));
  return c.json(user);
}

const Params = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
});

/** PUT /user: changes metadata or password, or requests another e-mail address. */
export async function userPut(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const params = await readAuthBody(c, Params);
  if (params.app_metadata != null) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  if (params.phone) throw new AuthError('phone_provider_disabled');
  // An empty password would leave the account without a way to sign in; GoTrue answers the same error.
  if (params.password === '') throw new AuthError('weak_password', deps.settings.auth.passwordMinLength);
  const target = linkTargetOf(deps, c, params);
  const before = await asBackend(deps.database, async (query) => {
    if (params.password || params.email) await requireMfa(query, bearer);
    return loadBearer(deps, query, bearer);
  });
  // Nobody could sign in with it.
  if (before.is_anonymous && params.password && !params.email) throw new AuthError('anonymous_without_email');
  const email = params.email ? requireEmailAddress(params.email) : before.email;
  const newEmail = email === before.email ? null : email;
  const { password } = params;
  const change = async () => {
    const passwordHash = password ? await prepareNewPassword(deps, { ...params, password }, before, bearer) : null;
    return asBackend(deps.database, async (query) => {
      let changed = await loadBearer(deps, query, bearer, true);
      if (passwordHash !== null)
        changed = await changePassword(deps, query, { user: changed, before, bearer }, passwordHash);
      if (params.data) {
        const raw_user_meta_data = mergeMetadata(changed.raw_user_meta_data ?? {}, params.data);
        changed = await changeUser(query, changed.id, { raw_user_meta_data }, deps.now());
      }
      if (newEmail !== null) changed = await changeEmail(deps, query, changed, newEmail, target);
      return showUser(query, changed);
    });
  };
  const user = await (newEmail !== null && deps.settings.confirmEmail
    ? countingMails(deps, newEmail, clientInfo(c), change)
    : change());
  deps.outbox.wake();
  return c.json(user);
}

/**
 * A user with MFA needs aal2 to change password or address: neither a stolen password nor a recovery link is enough.
 */
async function requireMfa(query: RunQuery, bearer: Bearer): Promise<void> {
  const isMissing = (await hasMfa(query, bearer.userId)) && !(await isAal2Session(query, bearer.sessionId));
  if (isMissing) throw new AuthError('aal2_for_credentials');
}

async function countingMails<T>(deps: AuthDeps, email: string, client: ClientInfo, send: () => Promise<T>): Promise<T> {
  await deps.limits.requireMail(client.address);
  return countingMailTo(deps, email, client, send);
}

/**
 * Requests another address for a user, or sets it at once where addresses are not confirmed. Throws AuthError
 * `email_exists` for an address that is taken; an anonymous user, who can be anybody, is answered as for a free address,
 * and nothing is mailed.
 */
async function changeEmail(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  email: string,
  target: LinkTarget,
): Promise<UserRow> {
  const { confirmEmail } = deps.settings;
  const isTaken = (await findUserByEmail(query, email)) !== null;
  if (isTaken && user.is_anonymous && confirmEmail) return concealTaken(deps, query, user, email, target);
  if (isTaken) throw new AuthError('email_exists');
  if (!confirmEmail) return replaceEmail(query, user, email, 'not_asked', deps.now());
  return sendEmailChange(deps, query, user, email, target);
}

/** Links of an earlier request must not confirm this address. */
async function concealTaken(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  email: string,
  target: LinkTarget,
): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, deps.now());
  const newUser = { passwordHash: null, data: {}, now: deps.now() };
  await withPlaceholderUser(query, newUser, (placeholder) =>
    sendEmailChange(deps, query, { ...placeholder, email: null }, placeholder.email ?? '', target),
  );
  await forgetOneTimeTokens(query, user.id);
  return requestEmailChange(deps, query, user, email);
}

/** A session that is older needs a mailed code for a new password, where AuthSettings.securePasswordChange is on. */
const RECENT_MS = 24 * 3600 * 1000;

type Wanted = { password: string; current_password?: string | null | undefined; nonce?: string | null | undefined };

/**
 * Checks a new password and, where it needs one, the code of GET /reauthenticate. Returns the hash of the password. Runs outside
 * of a transaction, because bcrypt takes long. Throws AuthError `weak_password`, `validation_failed`,
 * `reauthentication_needed`, `reauthentication_not_valid`, `current_password_invalid` or `same_password`.
 */
async function prepareNewPassword(deps: AuthDeps, wanted: Wanted, user: UserRow, bearer: Bearer): Promise<string> {
  requireUsablePassword(wanted.password, deps.settings.auth.passwordMinLength);
  await deps.limits.requirePasswordChange(user.id);
  await checkNonce(deps, wanted.nonce, user, bearer);
  return withPasswordWork(user.id, async () => {
    const isCurrent = (password: string) => isPassword(password, user.encrypted_password);
    if (wanted.current_password && !(await isCurrent(wanted.current_password))) {
      throw new AuthError('current_password_invalid');
    }
    if (user.encrypted_password && (await isCurrent(wanted.password))) throw new AuthError('same_password');
    return hashPassword(wanted.password);
  });
}

/** Used up by the change, which deletes all one-time tokens of the user; of two concurrent changes one succeeds. */
async function checkNonce(
  deps: AuthDeps,
  nonce: string | null | undefined,
  user: UserRow,
  bearer: Bearer,
): Promise<void> {
  if (!deps.settings.auth.securePasswordChange || !user.email) return;
  const since = new Date(deps.now().getTime() - RECENT_MS);
  if (await asBackend(deps.database, (query) => isSessionSince(query, bearer.sessionId, since))) return;
  if (!nonce) throw new AuthError('reauthentication_needed');
  await deps.limits.requireNonce(user.id);
  const link = linkToken(deps.keys, user.email, nonce);
  const code = { userId: user.id, link, type: 'reauthentication_token', now: deps.now() } as const;
  const isValid = await asBackend(deps.database, (query) => hasCode(query, code));
  if (!isValid) throw new AuthError('reauthentication_not_valid');
}

/**
 * Changes the password, ends the user's other sessions and invalidates older links (protocol.md 1.5). `before` is the
 * user for whom the password was prepared. Throws AuthError `conflict`.
 */
async function changePassword(
  deps: AuthDeps,
  query: RunQuery,
  { user, before, bearer }: { user: UserRow; before: UserRow; bearer: Bearer },
  encrypted_password: string,
): Promise<UserRow> {
  if (user.encrypted_password !== before.encrypted_password)
    throw new AuthError('conflict', 'The password was changed meanwhile');
  await endSessions(query, user.id, 'others', bearer.sessionId);
  await forgetOneTimeTokens(query, user.id);
  await forgetFlows(query, user.id);
  return changeUser(query, user.id, { encrypted_password }, deps.now());
}

/** GET /reauthenticate: mails a code that PUT /user accepts as `nonce` (AuthSettings.securePasswordChange). Answers `{}`. */
export async function reauthenticate(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const { email } = await asBackend(deps.database, (query) => loadBearer(deps, query, bearer));
  if (!email) {
    throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number');
  }
  await countingMailTo(deps, email, client, () =>
    asBackend(deps.database, async (query) => {
      const user = await loadBearer(deps, query, bearer, true);
      if (user.email_confirmed_at === null) throw new AuthError('reauthentication_unconfirmed');
      await sendReauthentication(deps, query, user);
    }),
  );
  deps.outbox.wake();
  return c.json({});
}
