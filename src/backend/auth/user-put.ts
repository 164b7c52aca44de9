import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { hasMfa } from './factors.ts';
import { forgetOneTimeTokens } from './one-time-tokens.ts';
import { hashPassword, isPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { readAuthBody } from './read-body.ts';
import { redirectOf } from './redirect-to.ts';
import type { Bearer } from './require-user.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { sendEmailChange } from './send-account-mail.ts';
import { endSessions, isAal2Session } from './sessions.ts';
import { mergeMetadata, userMetadata } from './user-metadata.ts';
import { showUser } from './user-view.ts';
import type { UserRow } from './users.ts';
import { changeUser, findUserByEmail, replaceEmail } from './users.ts';

const Params = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
});

/** PUT /user: changes metadata or password, or requests another e-mail address. */
export function userPut(deps: AuthDeps): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(deps, c);
    const params = await readAuthBody(c, Params);
    if (params.app_metadata != null)
      throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
    if (params.phone) throw new AuthError('phone_provider_disabled');
    // An empty password would leave the account without a way to sign in; GoTrue answers the same error.
    if (params.password === '') throw new AuthError('weak_password');
    const before = await asBackend(deps.database, async (query) => {
      if (params.password || params.email) await requireMfa(query, bearer);
      return loadBearer(deps, query, bearer);
    });
    const email = params.email ? requireEmailAddress(params.email) : before.email;
    const newEmail = email === before.email ? null : email;
    if (newEmail !== null) await requireMailAllowed(deps, newEmail, clientInfo(c).address);
    const passwordHash = params.password
      ? await hashNewPassword(deps, params.password, params.current_password, before)
      : null;

    const user = await asBackend(deps.database, async (query) => {
      let changed = await loadBearer(deps, query, bearer, true);
      if (passwordHash !== null) changed = await changePassword(deps, query, changed, before, passwordHash, bearer);
      if (params.data) {
        const raw_user_meta_data = mergeMetadata(changed.raw_user_meta_data ?? {}, params.data);
        changed = await changeUser(query, changed.id, { raw_user_meta_data }, deps.now());
      }
      if (newEmail !== null) changed = await changeEmail(deps, query, changed, newEmail, redirectOf(deps, c));
      return showUser(query, changed);
    });
    deps.outbox.wake();
    return c.json(user);
  };
}

/**
 * A user with MFA needs aal2 to change password or address: neither a stolen password nor a recovery link is enough.
 */
async function requireMfa(query: RunQuery, bearer: Bearer): Promise<void> {
  const isMissing = (await hasMfa(query, bearer.userId)) && !(await isAal2Session(query, bearer.sessionId));
  if (isMissing) throw new AuthError('aal2_for_credentials');
}

async function requireMailAllowed(deps: AuthDeps, email: string, address: string): Promise<void> {
  if (!deps.settings.confirmEmail) return;
  await deps.limits.requireMail(address);
  await deps.limits.requireMailTo(email);
}

async function hashNewPassword(
  deps: AuthDeps,
  wanted: string,
  current: string | null | undefined,
  user: UserRow,
): Promise<string> {
  requireUsablePassword(wanted);
  await deps.limits.requirePasswordChange(user.id);
  return withPasswordWork(user.id, async () => {
    const isCurrent = (password: string) => isPassword(password, user.encrypted_password);
    if (current && !(await isCurrent(current))) throw new AuthError('current_password_invalid');
    if (user.encrypted_password && (await isCurrent(wanted))) throw new AuthError('same_password');
    return hashPassword(wanted);
  });
}

/** Changes the password, ends the user's other sessions and invalidates older links (protocol.md 1.5). */
async function changePassword(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  before: UserRow,
  encrypted_password: string,
  bearer: Bearer,
): Promise<UserRow> {
  if (user.encrypted_password !== before.encrypted_password)
    throw new AuthError('conflict', 'The password was changed meanwhile');
  await endSessions(query, user.id, 'others', bearer.sessionId);
  await forgetOneTimeTokens(query, user.id);
  return changeUser(query, user.id, { encrypted_password }, deps.now());
}

async function changeEmail(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  email: string,
  redirectTo: string,
): Promise<UserRow> {
  if (await findUserByEmail(query, email)) throw new AuthError('email_exists');
  if (!deps.settings.confirmEmail) return replaceEmail(query, user, email, 'not_asked', deps.now());
  return sendEmailChange(deps, query, user, email, redirectTo);
}
