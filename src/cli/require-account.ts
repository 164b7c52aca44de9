import { type UserRow, findUserByEmail } from '#backend/auth/accounts/users.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** Finds the account of an address. Throws a ConfigurationError with a remedy when there is none. */
export async function requireAccount(query: RunQuery, email: string): Promise<UserRow> {
  const account = await findUserByEmail(query, email);
  if (account) return account;
  throw new ConfigurationError(`${email} has no account. Make one with: npm run admin -- create ${email}`);
}
