import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import { addressKey } from '../http/client-address.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthFault } from './errors.ts';
import { hashPassword, requireUsablePassword, withPasswordWork } from './passwords.ts';
import { readBody } from './read-body.ts';
import { redirectOf } from './redirect-of.ts';
import { sendConfirmation } from './send-account-mail.ts';
import type { Client, SessionAnswer } from './sessions.ts';
import { openSession } from './sessions.ts';
import { requireMailPause } from './mail-frequency.ts';
import { withPlaceholderUser } from './placeholder-user.ts';
import { userMetadata } from './user-metadata.ts';
import type { UserView } from './user-view.ts';
import { showUser } from './user-view.ts';
import type { Metadata, UserRow } from './users.ts';
import { deleteUser, findUserByEmail, insertUser } from './users.ts';

const Signup = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadata.nullish(),
  code_challenge: z.string().nullish(),
});

type Registration = { email: string; passwordHash: string; data: Metadata; redirectTo: string; client: Client };

/** POST /signup: a new account; the user while her address waits to be confirmed, a session where that is switched off. */
export function signup(room: AuthRoom): Endpoint {
  return async (c) => {
    const client = clientOf(c);
    await room.limits.requireSignUp(client.address);
    const body = await readBody(c, Signup);
    const { email, password } = requireOffered(room, body);
    if (room.settings.confirmEmail) await room.limits.requireMailTo(email);
    const passwordHash = await withPasswordWork(addressKey(client.address), () => hashPassword(password));
    const wish = { email, passwordHash, data: body.data ?? {}, redirectTo: redirectOf(room, c), client };
    const register = room.settings.confirmEmail ? registerUnconfirmed : registerConfirmed;
    const answer = await asBackend<UserView | SessionAnswer>(room.database, (query) => register(room, query, wish));
    room.outbox.wake();
    return c.json(answer);
  };
}

function requireOffered(room: AuthRoom, body: z.infer<typeof Signup>): { email: string; password: string } {
  if (!room.settings.allowSignup) throw new AuthFault('signup_disabled');
  if (!body.email && !body.phone) throw new AuthFault('anonymous_provider_disabled');
  if (!body.email) throw new AuthFault('phone_provider_disabled', 'Phone signups are disabled');
  if (body.code_challenge) throw new AuthFault('validation_failed', 'PKCE flow is not enabled on this server');
  const password = body.password ?? '';
  if (password === '') throw new AuthFault('validation_failed', 'Signup requires a valid password');
  requireUsablePassword(password);
  return { email: requireEmailAddress(body.email), password };
}

/**
 * Says and does the same whether the address is new or already has an account (decision 15). GoTrue tells an existing
 * one by a user without role and identities (protocol.md 1.4).
 */
async function registerUnconfirmed(room: AuthRoom, query: RunQuery, wish: Registration): Promise<UserView> {
  const user = await claimAddress(room, query, wish);
  const confirm = (one: UserRow) => sendConfirmation(room, query, one, wish.redirectTo);
  if (!isSomebodys(user)) return showUser(query, await confirm(user));

  if (user.confirmed_at === null) await confirm(user);
  else room.unsentMails.requirePause('confirmation', wish.email, room.now());
  return withPlaceholderUser(query, { ...wish, now: room.now() }, async (placeholder) => {
    const shown = await showUser(query, await confirm(placeholder));
    return JSON.parse(JSON.stringify(shown).replaceAll(placeholder.email ?? '', wish.email)) as UserView;
  });
}

async function registerConfirmed(room: AuthRoom, query: RunQuery, wish: Registration): Promise<SessionAnswer> {
  const user = await insertUser(query, { ...wish, confirmedBy: 'not_asked', now: room.now() });
  if (!user) throw new AuthFault('user_already_exists');
  return openSession(room, query, user, 'password', wish.client);
}

/** The first claim meets the account, the second takes its place; one more for another sign-up in the same moment. */
const CLAIMS = 3;

/**
 * A new account for the address, or the one that is somebody's already. An account that nobody confirmed is replaced
 * whole, with password, metadata and links: only the newest mail confirms, and it confirms what was sent with it. GoTrue
 * keeps the first password (protocol.md 1.4); its owner would then enter an account that somebody else confirmed.
 * Throws AuthFault `over_email_send_rate_limit` within the pause after the last mail; then nothing has changed.
 */
async function claimAddress(room: AuthRoom, query: RunQuery, wish: Registration): Promise<UserRow> {
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    const inserted = await insertUser(query, { ...wish, confirmedBy: null, now: room.now() });
    if (inserted) return inserted;
    const known = await findUserByEmail(query, wish.email, true);
    if (!known) continue;
    if (isSomebodys(known)) return known;
    requireMailPause(known.confirmation_sent_at, room.now());
    await deleteUser(query, known.id);
  }
  // Only a deleted user can hold an address and not be found.
  throw new AuthFault('signup_disabled', 'This email address cannot be registered');
}

/** Confirmed, or made by an invitation, perhaps with rights: no sign-up may set the password of such an account. */
function isSomebodys(user: UserRow): boolean {
  return user.confirmed_at !== null || user.invited_at !== null;
}
