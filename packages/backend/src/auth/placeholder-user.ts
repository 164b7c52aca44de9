import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { NewUser, UserRow } from './users.ts';
import { insertUser } from './users.ts';

/**
 * Runs `work` for a temporary user with a random address, for an address without an account or whose account must not
 * be revealed: the response time then does not depend on whether there is an account. Everything that `work` wrote, the
 * user included, is rolled back before its result is returned.
 */
export async function withPlaceholderUser<T>(
  query: RunQuery,
  params: Pick<NewUser, 'passwordHash' | 'data' | 'now'>,
  work: (user: UserRow) => Promise<T>,
): Promise<T> {
  await query('savepoint placeholder_user');
  const user = await insertUser(query, { ...params, email: `${randomUUID()}@placeholder.invalid`, confirmedBy: null });
  if (!user) throw new Error('A random address was taken.');
  const result = await work(user);
  await query('rollback to savepoint placeholder_user');
  return result;
}
