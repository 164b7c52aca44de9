import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { NewUser, UserRow } from './users.ts';
import { insertUser } from './users.ts';

/**
 * Does for an address without an account, or with one that must not be told, the work that an account would cause, so
 * that the time of an answer does not tell which addresses are known. `work` gets a user with an address that nobody
 * has; everything it wrote, the user too, is rolled back before its result is returned.
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
