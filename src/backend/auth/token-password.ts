import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { AuthFault } from './errors.ts';
import { isAfter } from './instant.ts';
import { isPassword, isShort, weakPassword } from './passwords.ts';
import { readBody } from './read-body.ts';
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
    await room.limits.requireFewFailures(email, client.address);

    // The transaction ends before bcrypt begins: a connection is worth more than a second look.
    const found = await asBackend(room.database, (query) => findUserByEmail(query, email));
    if (!(await isPassword(password, found?.encrypted_password)) || !found) {
      await room.limits.noteFailure(email, client.address);
      throw new AuthFault('invalid_credentials');
    }
    await room.limits.forgetFailures(email, client.address);

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
