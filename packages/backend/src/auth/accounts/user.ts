import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import { asBackend } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import { countingMailTo, requireMailPause } from '../mail-links/mail-frequency.ts';
import { forgetFlows, pkceFields } from '../mail-links/flow-state.ts';
import { type LinkTarget, linkTargetOf } from '../mail-links/redirect-to.ts';
import { type Bearer, loadBearer, requireBearer, requireMfa } from '../sessions/require-user.ts';
import { type ClientInfo, endAccess, isSessionSince } from '../sessions/sessions.ts';
import { requireEmailAddress } from './email-address.ts';
import { showUser } from './user-view.ts';
import {
  UUID,
  type UserRow,
  changeUser,
  findUserByEmail,
  mergeUserMetadata,
  replaceEmail,
  userMetadata,
  withPlaceholderUser,
} from './users.ts';
import { forgetOneTimeTokens, hasCode, linkToken } from '../mail-links/one-time-tokens.ts';
import { requestEmailChange, sendEmailChange, sendReauthentication } from '../mail-links/send-account-mail.ts';
import { hashPassword, isPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { type IdentityRow, listIdentities, withProviders } from './identities.ts';
import { requireLinking } from '../providers/sign-in-external.ts';

/** GET /user: the user of the bearer token, as stored in the database. */
export async function userGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const user = await inAuthTransaction(deps, async (tx) => showUser(tx.query, await loadBearer(tx, bearer)));
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
  const load = async (tx: AuthTx, forUpdate: boolean) => {
    const user = await loadBearer(tx, bearer, forUpdate);
    if (params.password || params.email) await requireMfa(tx.query, bearer);
    return user;
  };
  const before = await inAuthTransaction(deps, (tx) => load(tx, false));
  // Nobody could sign in with it.
  if (before.is_anonymous && params.password && !params.email) throw new AuthError('anonymous_without_email');
  const email = params.email ? requireEmailAddress(params.email) : before.email;
  const newEmail = email === before.email ? null : email;
  const { password } = params;
  const change = async () => {
    const passwordHash = password ? await prepareNewPassword(deps, { ...params, password }, before, bearer) : null;
    return inAuthTransaction(deps, async (tx) => {
      let changed = await load(tx, true);
      if (passwordHash !== null) changed = await changePassword(tx, { user: changed, before, bearer }, passwordHash);
      if (params.data) {
        const raw_user_meta_data = mergeUserMetadata(changed.raw_user_meta_data ?? {}, params.data);
        changed = await changeUser(tx.query, changed.id, { raw_user_meta_data }, deps.now());
      }
      if (newEmail !== null) changed = await changeEmail(tx, changed, newEmail, target);
      return showUser(tx.query, changed);
    });
  };
  const user = await (newEmail !== null && deps.settings.confirmEmail
    ? countingMails(deps, newEmail, clientInfo(c), change)
    : change());
  deps.outbox.wake();
  return c.json(user);
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
async function changeEmail(tx: AuthTx, user: UserRow, email: string, target: LinkTarget): Promise<UserRow> {
  const { confirmEmail } = tx.settings;
  const isTaken = (await findUserByEmail(tx.query, email)) !== null;
  if (isTaken && user.is_anonymous && confirmEmail) return concealTaken(tx, user, email, target);
  if (isTaken) throw new AuthError('email_exists');
  if (!confirmEmail) return replaceEmail(tx.query, user, email, 'not_asked', tx.now());
  return sendEmailChange(tx, user, email, target);
}

/** Links of an earlier request must not confirm this address. */
async function concealTaken(tx: AuthTx, user: UserRow, email: string, target: LinkTarget): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, tx.now());
  const newUser = { passwordHash: null, data: {}, now: tx.now() };
  await withPlaceholderUser(tx.query, newUser, (placeholder) =>
    sendEmailChange(tx, { ...placeholder, email: null }, placeholder.email ?? '', target),
  );
  await forgetOneTimeTokens(tx.query, user.id);
  return requestEmailChange(tx, user, email);
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
  tx: AuthTx,
  { user, before, bearer }: { user: UserRow; before: UserRow; bearer: Bearer },
  encrypted_password: string,
): Promise<UserRow> {
  if (user.encrypted_password !== before.encrypted_password)
    throw new AuthError('conflict', 'The password was changed meanwhile');
  await endAccess(tx.query, user.id, bearer.sessionId);
  return changeUser(tx.query, user.id, { encrypted_password }, tx.now());
}

/** GET /reauthenticate: mails a code that PUT /user accepts as `nonce` (AuthSettings.securePasswordChange). Answers `{}`. */
export async function reauthenticate(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const { email } = await inAuthTransaction(deps, (tx) => loadBearer(tx, bearer));
  if (!email) {
    throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number');
  }
  await countingMailTo(deps, email, client, () =>
    inAuthTransaction(deps, async (tx) => {
      const user = await loadBearer(tx, bearer, true);
      if (user.email_confirmed_at === null) throw new AuthError('reauthentication_unconfirmed');
      await sendReauthentication(tx, user);
    }),
  );
  deps.outbox.wake();
  return c.json({});
}

/**
 * DELETE /user/identities/:id: removes a way to sign in, but not the last one. Off unless AuthSettings.manualLinking, as
 * in GoTrue. Answers `{}`.
 */
export async function userIdentitiesDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  requireLinking(deps);
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('identity_id_malformed');
  await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    const identities = await listIdentities(tx.query, user.id);
    if (identities.length <= 1) throw new AuthError('single_identity_not_deletable');
    const identity = identities.find((one) => one.id === id.toLowerCase());
    if (!identity) throw new AuthError('identity_not_found');
    await requireMfa(tx.query, bearer);
    await unlink(tx, user, identity);
  });
  return c.json({});
}

/**
 * Deletes the identity with what it alone allowed: the password goes with the e-mail identity, and the address of the
 * account with the last identity that has it.
 */
async function unlink(tx: AuthTx, user: UserRow, { id, provider }: IdentityRow): Promise<void> {
  await tx.query('delete from auth.identities where id = $1', [id]);
  const left = await listIdentities(tx.query, user.id);
  const addresses = left.filter(isVerified).flatMap(({ email }) => email ?? []);
  const email = addresses.find((address) => address === user.email) ?? addresses[0] ?? null;
  const holder = email === null ? null : await findUserByEmail(tx.query, email);
  if (holder && holder.id !== user.id) throw new AuthError('email_conflict_identity_not_deletable');
  await forgetOneTimeTokens(tx.query, user.id);
  await forgetFlows(tx.query, user.id);
  const raw_app_meta_data = withProviders(user.raw_app_meta_data, left);
  const changes = { email, email_change: '', raw_app_meta_data };
  const password = provider === 'email' ? { encrypted_password: null } : {};
  await changeUser(tx.query, user.id, { ...changes, ...password }, tx.now());
}

function isVerified({ identity_data }: IdentityRow): boolean {
  return identity_data['email_verified'] === true;
}
