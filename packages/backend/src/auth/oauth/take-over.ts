import type { RunQuery } from '../../database/connect.ts';
import { deleteFactors } from '../factors.ts';
import { forgetOneTimeTokens } from '../one-time-tokens.ts';
import { endSessions } from '../sessions.ts';
import type { UserRow } from '../users.ts';
import { confirmEmail, discardUnconfirmedData } from '../users.ts';

/** Whether somebody has shown that the address of the account is theirs. */
export function isProven(user: UserRow): boolean {
  return user.email_confirmed_at !== null && user.raw_app_meta_data?.['confirmed_by'] !== 'not_asked';
}

/**
 * Gives an account whose address nobody has proven to the person whom a provider has verified: whoever registered it
 * loses password, metadata, factors, identities, sessions and links (decision 15). Metadata of an invitation is kept.
 */
export async function takeOver(query: RunQuery, user: UserRow, now: Date): Promise<UserRow> {
  await endSessions(query, user.id, 'global', null);
  await forgetOneTimeTokens(query, user.id);
  await deleteFactors(query, user.id);
  await query('delete from auth.known_clients where user_id = $1', [user.id]);
  await query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [user.id]);
  const data = user.invited_at === null ? {} : (user.raw_user_meta_data ?? {});
  return confirmEmail(query, await discardUnconfirmedData(query, user, data, now), 'provider', now);
}
