import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { Keys } from '../../http/keys.ts';
import { deleteUser, type UserRow } from '../accounts/users.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { deleteFactors } from '../factors/factors.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { readOptionalBody } from '../read-body.ts';
import { endSessions } from '../sessions/sessions.ts';
import { requireUserOfPath } from './users-get.ts';

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/:id: removes an account, or with `should_soft_delete` only what it says about a person. */
export async function adminUserDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const { should_soft_delete: isSoft } = await readOptionalBody(c, Deletion);
  await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query, true);
    if (isSoft) await softDeleteUser(query, deps.keys, user, deps.now());
    else await deleteUser(query, user.id);
  }).catch(asRejected);
  return c.json({});
}

/** Rows that refer to the account without a rule for its end (23503), or a trigger (P0001), may keep it. */
function asRejected(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  const isRejected = code === '23503' || code === '23001' || code === 'P0001';
  throw isRejected ? new AuthError('conflict', `Database error deleting user: ${message}`) : error;
}

/**
 * Keeps the row and its id, for the rows that refer to it, and removes what it says about a person: address, number and
 * the subjects of identities become keyed hashes, so that nobody can test a guess; metadata, password, factors, sessions
 * and links are deleted. The address may be registered again.
 */
async function softDeleteUser(query: RunQuery, keys: Keys, user: UserRow, now: Date): Promise<void> {
  if (user.deleted_at !== null) return;
  const hash = (text: string | null): string | null =>
    text === null ? null : keys.derive('deleted-user', `${user.id}\n${text}`);
  const { rows } = await query('select id, provider_id from auth.identities where user_id = $1', [user.id]);
  for (const { id, provider_id: subject } of rows) {
    await query(`update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3 where id = $1`, [
      id,
      hash(subject as string),
      now.toISOString(),
    ]);
  }
  await deleteFactors(query, user.id);
  await endSessions(query, user.id, 'global', null);
  await forgetOneTimeTokens(query, user.id);
  await query('delete from auth.known_clients where user_id = $1', [user.id]);
  await query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = '', phone_change = '',
       raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = $4, updated_at = $4 where id = $1`,
    [user.id, hash(user.email), hash(user.phone), now.toISOString()],
  );
}
