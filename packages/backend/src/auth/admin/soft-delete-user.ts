import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import { deleteFactors } from '../factors.ts';
import { forgetOneTimeTokens } from '../one-time-tokens.ts';
import { endSessions } from '../sessions.ts';
import type { UserRow } from '../users.ts';

/**
 * Keeps the row and its id, for the rows that refer to it, and removes what it says about a person: address, number and
 * the subjects of identities become keyed hashes, so that nobody can test a guess; metadata, password, factors, sessions
 * and links are deleted. The address may be registered again.
 */
export async function softDeleteUser(query: RunQuery, keys: Keys, user: UserRow, now: Date): Promise<void> {
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
