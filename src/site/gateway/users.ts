import type { AccountAnswer } from './account.ts';
import type { DataClient } from './client.ts';
import { anyContains, dataOf, type ListPage, type ListRange, toListPage } from './lists.ts';
import { browserSiteConfig } from './site-config.ts';
import type { Row } from './site-database.ts';
import { writeOneRow } from './writes.ts';

/** An account as administrators see it. `confirmed_by` is null where it was not recorded, as on a hosted project. */
export type SiteAccount = Row<'accounts'>;
/** One that can be invited and given rights: accounts that were opened anonymously or by a wallet have no address. */
export type AccountWithAddress = SiteAccount & { email: string };
/** `ids` are accounts that match the search by their name. */
type AccountQuery = ListRange & { search: string; ids: readonly string[] };

/** A page of the accounts, administrators first, then writers, then the newest. Rethrows the backend's error. */
export async function listAccounts(
  client: DataClient,
  { search, ids, offset, limit }: AccountQuery,
): Promise<ListPage<SiteAccount>> {
  const all = client.from('accounts').select('*', { count: 'exact' });
  return toListPage(
    await (search.trim() ? all.or(containsOrIsOf(['email'], search, 'id', ids)) : all)
      .order('is_admin', { ascending: false })
      .order('is_writer', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(offset, offset + limit - 1),
  );
}

/** A condition of the data API: one of the columns contains the text, or the column of ids has one of these. */
function containsOrIsOf(columns: readonly string[], text: string, idColumn: string, ids: readonly string[]): string {
  const contains = anyContains(columns, text);
  return ids.length > 0 ? `${contains},${idColumn}.in.(${ids.join(',')})` : contains;
}

export type Role = 'admin' | 'writer';

const ROLE_TABLES = { admin: 'admin_users', writer: 'writers' } as const satisfies Record<Role, string>;

export function roleOf({ is_admin: isAdmin, is_writer: isWriter }: SiteAccount): Role | null {
  if (isAdmin) return 'admin';
  return isWriter ? 'writer' : null;
}

/**
 * Gives an account a role in place of the one that it has. Throws RejectedWrite, and the backend's error: P0001 where no
 * administrator who can sign in would be left.
 */
export async function grantRole(client: DataClient, role: Role, userId: string): Promise<void> {
  await writeOneRow(client.from(ROLE_TABLES[role]).insert({ user_id: userId }).select('user_id'));
}

/** Takes a role away. Throws RejectedWrite where no row was deleted, and the backend's error: P0001 for the last administrator who can sign in. */
export async function revokeRole(client: DataClient, role: Role, userId: string): Promise<void> {
  await writeOneRow(client.from(ROLE_TABLES[role]).delete().eq('user_id', userId).select('user_id'));
}

/**
 * Sends an invitation by mail; its link leads to `returnTo`. The embedded backend accepts the administrator's own token
 * for this; a hosted project answers `not_admin` (decision 7). `as` names the role in the message. `userId` is that of the
 * new account.
 */
export async function inviteAccount(
  client: DataClient,
  email: string,
  { returnTo, as }: { returnTo: string; as: string | undefined },
): Promise<AccountAnswer & { userId: string | null }> {
  const { AuthAdminApi } = await import('@supabase/supabase-js');
  const { supabaseUrl, anonKey } = browserSiteConfig();
  const { data: current } = await client.auth.getSession();
  const headers = { apikey: anonKey, Authorization: `Bearer ${current.session?.access_token ?? anonKey}` };
  const admin = new AuthAdminApi({ url: `${supabaseUrl || window.location.origin}/auth/v1`, headers });
  const { data, error } = await admin.inviteUserByEmail(email, {
    redirectTo: returnTo,
    ...(as && { data: { invited_as: as } }),
  });
  return { error, userId: data.user?.id ?? null };
}

/** Everything that is held of an account, without passwords and secrets. Rethrows the backend's error. */
export function exportAccount(client: DataClient, userId: string): Promise<unknown> {
  return dataOf(client.rpc('export_account', { account: userId }));
}

/** Deletes the account of somebody else with its traces. Rethrows the backend's error: P0001 for the last administrator who can sign in. */
export async function deleteAccount(client: DataClient, userId: string): Promise<void> {
  await dataOf(client.rpc('delete_account', { account: userId }));
}

/** Whether every administrator must use MFA. Rethrows the backend's error. */
export async function readRequireMfa(client: DataClient): Promise<boolean> {
  const data = await dataOf(client.from('site_settings').select('require_mfa').single());
  return data.require_mfa;
}

/** Throws RejectedWrite, and the backend's error: 42501 where the session has not passed MFA. */
export async function writeRequireMfa(client: DataClient, isRequired: boolean): Promise<void> {
  await writeOneRow(
    client.from('site_settings').update({ require_mfa: isRequired }).eq('id', true).select('require_mfa'),
  );
}

/**
 * One recorded change; `actor_email` is null for a change made outside the dashboard, and with an `actor_id` for one by an
 * account that was deleted.
 */
export type ActivityEntry = Pick<
  Row<'activity'>,
  'id' | 'happened_at' | 'actor_id' | 'actor_email' | 'verb' | 'subject' | 'subject_id' | 'title'
>;

/** `subject` and `search` may be '' for everything. `actors` match the search by their name. */
type ActivityQuery = ListRange & { subject: string; search: string; actors: readonly string[] };

/** A page of the recorded changes, newest first. Rethrows the backend's error. */
export async function listActivity(
  client: DataClient,
  { subject, search, actors, offset, limit }: ActivityQuery,
): Promise<ListPage<ActivityEntry>> {
  let query = client
    .from('activity')
    .select('id, happened_at, actor_id, actor_email, verb, subject, subject_id, title', { count: 'exact' });
  if (subject) query = query.eq('subject', subject);
  if (search.trim()) query = query.or(containsOrIsOf(['title', 'actor_email'], search, 'actor_id', actors));
  return toListPage(await query.order('id', { ascending: false }).range(offset, offset + limit - 1));
}
