import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import { addressKey } from '../http/client-address.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { isAfter } from './instant.ts';
import { recogniseClient } from './known-clients.ts';
import { isPassword, isShort, weakPassword, withPasswordWork } from './passwords.ts';
import { readBody } from './read-body.ts';
import type { Client } from './sessions.ts';
import { openSession } from './sessions.ts';
import type { UserRow } from './users.ts';
import { findUserByEmail, findUserById } from './users.ts';

const PasswordGrant = z.object({
  email: z.string().max(255).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** POST /token?grant_type=password: a session, or one and the same refusal for unknown users and wrong passwords. */
export function tokenPassword(room: AuthRoom): Endpoint {
  return async (c) => {
    const client = clientOf(c);
    await room.limits.requireToken(client.address);
    const { email, password } = await readCredentials(readBody(c, PasswordGrant));
    const requester = addressKey(client.address);
    const found = await withPasswordWork(requester, () => checkPassword(room, email, password, client));

    const session = await asBackend(room.database, async (query) => {
      const user = await requireUnchanged(query, found);
      requireAdmitted(user, room.now());
      return openSession(room, query, user, 'password', client);
    });
    const { message, reasons } = weakPassword();
    return c.json(isShort(password) ? { ...session, weak_password: { message, reasons } } : session);
  };
}

async function readCredentials(
  reading: Promise<z.infer<typeof PasswordGrant>>,
): Promise<{ email: string; password: string }> {
  const { email, phone, password } = await reading;
  if (!email && phone) throw new AuthFault('phone_provider_disabled');
  if (!email) throw new AuthFault('validation_failed', 'missing email or phone');
  return { email: email.toLowerCase(), password: password ?? '' };
}

/** The account that the address and the password belong to. Throws AuthFault `invalid_credentials`. */
async function checkPassword(room: AuthRoom, email: string, password: string, client: Client): Promise<UserRow> {
  // The transaction ends before bcrypt begins: a connection is worth more than a second look.
  const { found, knownAs } = await asBackend(room.database, (query) => findAccount(room, query, email, client));
  const attempt = await room.limits.takeSignIn(email, client.address, knownAs);
  if (!(await isPassword(password, found?.encrypted_password)) || !found) throw new AuthFault('invalid_credentials');
  await attempt.succeed();
  return found;
}

/** The account of the address, and whether it knows the client; the same queries where there is no account. */
async function findAccount(room: AuthRoom, query: RunQuery, email: string, client: Client) {
  const found = await findUserByEmail(query, email);
  const knownAs = await recogniseClient(query, room.keys, found?.id ?? null, client, room.now());
  return { found, knownAs };
}

/** The password may have been changed while it was being checked. */
async function requireUnchanged(query: RunQuery, found: UserRow): Promise<UserRow> {
  const user = await findUserById(query, found.id, true);
  if (user?.encrypted_password !== found.encrypted_password) throw new AuthFault('invalid_credentials');
  return user;
}

function requireAdmitted(user: UserRow, now: Date): void {
  if (isAfter(user.banned_until, now)) throw new AuthFault('sign_in_banned');
  if (user.email_confirmed_at === null) throw new AuthFault('email_not_confirmed');
}
