import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { addressKey } from '../../http/client-address.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { isAfter } from '../timestamps.ts';
import { findAccountOf } from './known-clients.ts';
import { isPassword, withPasswordWork } from '../accounts/passwords.ts';
import { readAuthBody } from '../read-body.ts';
import { type ClientInfo, openSession } from './sessions.ts';
import { findUserById, type UserRow } from '../accounts/users.ts';

const PasswordGrant = z.object({
  email: z.string().max(255).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/** POST /token?grant_type=password: a session. Unknown users and wrong passwords get the same error. */
export async function tokenPassword(deps: AuthDeps, c: BackendContext): Promise<Response> {
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
