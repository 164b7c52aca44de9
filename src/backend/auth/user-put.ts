import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthFault } from './errors.ts';
import { hasVerifiedFactor } from './factors.ts';
import { forgetOneTimeTokens } from './one-time-tokens.ts';
import { hashPassword, isPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { readBody } from './read-body.ts';
import { redirectOf } from './redirect-of.ts';
import type { Bearer } from './require-user.ts';
import { loadBearer, requireBearer } from './require-user.ts';
import { sendEmailChange } from './send-account-mail.ts';
import { endSessions, isRaised } from './sessions.ts';
import { mergeMetadata, userMetadata } from './user-metadata.ts';
import { showUser } from './user-view.ts';
import type { UserRow } from './users.ts';
import { changeUser, findUserByEmail, replaceEmail } from './users.ts';

const Wish = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  data: userMetadata.nullish(),
  app_metadata: z.unknown().optional(),
});

/** PUT /user: changes what the bearer says of herself, her password, or asks for another address. */
export function userPut(room: AuthRoom): Endpoint {
  return async (c) => {
    const bearer = await requireBearer(room, c);
    const wish = await readBody(c, Wish);
    if (wish.app_metadata != null) throw new AuthFault('not_admin', 'Updating app_metadata requires admin privileges');
    if (wish.phone) throw new AuthFault('phone_provider_disabled');
    const before = await asBackend(room.database, async (query) => {
      if (wish.password || wish.email) await requireSecondStep(query, bearer);
      return loadBearer(room, query, bearer);
    });
    const email = wish.email ? requireEmailAddress(wish.email) : before.email;
    const newEmail = email === before.email ? null : email;
    if (newEmail !== null) await requireMailAllowed(room, newEmail, clientOf(c).address);
    const passwordHash = wish.password
      ? await hashNewPassword(room, wish.password, wish.current_password, before)
      : null;

    const user = await asBackend(room.database, async (query) => {
      let changed = await loadBearer(room, query, bearer, true);
      if (passwordHash !== null) changed = await changePassword(room, query, changed, before, passwordHash, bearer);
      if (wish.data) {
        const raw_user_meta_data = mergeMetadata(changed.raw_user_meta_data ?? {}, wish.data);
        changed = await changeUser(query, changed.id, { raw_user_meta_data }, room.now());
      }
      if (newEmail !== null) changed = await changeEmail(room, query, changed, newEmail, redirectOf(room, c));
      return showUser(query, changed);
    });
    room.outbox.wake();
    return c.json(user);
  };
}

/** Neither a stolen password nor a recovery link alone may change what the account is opened with. */
async function requireSecondStep(query: RunQuery, bearer: Bearer): Promise<void> {
  const isMissing = (await hasVerifiedFactor(query, bearer.userId)) && !(await isRaised(query, bearer.sessionId));
  if (isMissing) throw new AuthFault('aal2_for_credentials');
}

async function requireMailAllowed(room: AuthRoom, email: string, address: string): Promise<void> {
  if (!room.settings.confirmEmail) return;
  await room.limits.requireMail(address);
  await room.limits.requireMailTo(email);
}

async function hashNewPassword(
  room: AuthRoom,
  wanted: string,
  current: string | null | undefined,
  user: UserRow,
): Promise<string> {
  requireUsablePassword(wanted);
  await room.limits.requirePasswordChange(user.id);
  return withPasswordWork(user.id, async () => {
    const isCurrent = (password: string) => isPassword(password, user.encrypted_password);
    if (current && !(await isCurrent(current))) throw new AuthFault('current_password_invalid');
    if (user.encrypted_password && (await isCurrent(wanted))) throw new AuthFault('same_password');
    return hashPassword(wanted);
  });
}

/** A new password ends every other session and every link sent before (protocol.md 1.5). */
async function changePassword(
  room: AuthRoom,
  query: RunQuery,
  user: UserRow,
  before: UserRow,
  encrypted_password: string,
  bearer: Bearer,
): Promise<UserRow> {
  if (user.encrypted_password !== before.encrypted_password)
    throw new AuthFault('conflict', 'The password was changed meanwhile');
  await endSessions(query, user.id, 'others', bearer.sessionId);
  await forgetOneTimeTokens(query, user.id);
  return changeUser(query, user.id, { encrypted_password }, room.now());
}

async function changeEmail(
  room: AuthRoom,
  query: RunQuery,
  user: UserRow,
  email: string,
  redirectTo: string,
): Promise<UserRow> {
  if (await findUserByEmail(query, email)) throw new AuthFault('email_exists');
  if (!room.settings.confirmEmail) return replaceEmail(query, user, email, 'not_asked', room.now());
  return sendEmailChange(room, query, user, email, redirectTo);
}
