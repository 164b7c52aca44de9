import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthFault } from './errors.ts';
import { hashPassword, requireUsablePassword } from './passwords.ts';
import { readBody } from './read-body.ts';
import { redirectOf } from './redirect-of.ts';
import { sendConfirmation } from './send-account-mail.ts';
import type { Client, SessionAnswer } from './sessions.ts';
import { openSession } from './sessions.ts';
import { pretendUser } from './pretend-user.ts';
import { userMetadata } from './user-metadata.ts';
import type { UserView } from './user-view.ts';
import { showUser } from './user-view.ts';
import type { Metadata, UserRow } from './users.ts';
import { findUserByEmail, insertUser } from './users.ts';

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
    const passwordHash = await hashPassword(password);
    const wish = { email, passwordHash, data: body.data ?? {}, redirectTo: redirectOf(room, c), client };
    if (room.settings.confirmEmail) await room.limits.requireMailTo(email);
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

/** Says the same whether the address is new or already has a confirmed account (wire.md 1.4). */
async function registerUnconfirmed(room: AuthRoom, query: RunQuery, wish: Registration): Promise<UserView> {
  const user = await findOrInsert(room, query, wish);
  if (user.confirmed_at !== null) {
    room.unsentMails.requirePause('confirmation', wish.email, room.now());
    return pretendUser(wish.email, wish.data, room.now());
  }
  return showUser(query, await sendConfirmation(room, query, user, wish.redirectTo));
}

async function registerConfirmed(room: AuthRoom, query: RunQuery, wish: Registration): Promise<SessionAnswer> {
  const user = await insertUser(query, { ...wish, confirmed: true, now: room.now() });
  if (!user) throw new AuthFault('user_already_exists');
  return openSession(room, query, user, 'password', wish.client);
}

async function findOrInsert(room: AuthRoom, query: RunQuery, wish: Registration): Promise<UserRow> {
  const inserted = await insertUser(query, { ...wish, confirmed: false, now: room.now() });
  const user = inserted ?? (await findUserByEmail(query, wish.email));
  // Only a deleted user can hold an address and not be found.
  if (!user) throw new AuthFault('signup_disabled', 'This email address cannot be registered');
  return user;
}
