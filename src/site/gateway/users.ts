import type { AccountAnswer } from './account.ts';
import type { DataClient } from './client.ts';
import { anyContains, type ListPage, type ListRange, patternContaining, toListPage } from './lists.ts';
import { browserSiteConfig } from './site-config.ts';
import type { Row } from './site-database.ts';
import { expectOneRow } from './writes.ts';

/** An account as administrators see it. `confirmed_by` is null where it was not recorded, as on a hosted project. */
export type SiteAccount = Row<'accounts'>;
/** One that can be invited and given rights: accounts that were opened anonymously or by a wallet have no address. */
export type AccountWithAddress = SiteAccount & { email: string };
type AccountQuery = ListRange & { search: string };

/** A page of the accounts, administrators first, then the newest. Rethrows the backend's error. */
export async function listAccounts(
  client: DataClient,
  { search, offset, limit }: AccountQuery,
): Promise<ListPage<SiteAccount>> {
  const all = client.from('accounts').select('*', { count: 'exact' });
  return toListPage(
    await (search.trim() ? all.ilike('email', patternContaining(search)) : all)
      .order('is_admin', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(offset, offset + limit - 1),
  );
}

/** Makes an account an administrator. Throws RejectedWrite, and the backend's error. */
export async function grantAdminRights(client: DataClient, userId: string): Promise<void> {
  const { data, error } = await client.from('admin_users').insert({ user_id: userId }).select('user_id');
  if (error) throw error;
  expectOneRow(data);
}

/** Revokes the role. Throws RejectedWrite where no row was deleted, and the backend's error: P0001 for the last administrator who can sign in. */
export async function revokeAdminRights(client: DataClient, userId: string): Promise<void> {
  const { data, error } = await client.from('admin_users').delete().eq('user_id', userId).select('user_id');
  if (error) throw error;
  expectOneRow(data);
}

/**
 * Sends an invitation by mail; its link leads to `returnTo`. The embedded backend accepts the administrator's own token
 * for this; a hosted project answers `not_admin` (decision 7). `userId` is that of the new account.
 */
export async function inviteAccount(
  client: DataClient,
  email: string,
  returnTo: string,
): Promise<AccountAnswer & { userId: string | null }> {
  const { AuthAdminApi } = await import('@supabase/supabase-js');
  const { supabaseUrl, anonKey } = browserSiteConfig();
  const { data: current } = await client.auth.getSession();
  const headers = { apikey: anonKey, Authorization: `Bearer ${current.session?.access_token ?? anonKey}` };
  const admin = new AuthAdminApi({ url: `${supabaseUrl || window.location.origin}/auth/v1`, headers });
  const { data, error } = await admin.inviteUserByEmail(email, { redirectTo: returnTo });
  return { error, userId: data.user?.id ?? null };
}

/** Everything that is held of an account, without passwords and secrets. Rethrows the backend's error. */
export async function exportAccount(client: DataClient, userId: string): Promise<unknown> {
  const { data, error } = await client.rpc('export_account', { account: userId });
  if (error) throw error;
  return data;
}

/** Deletes the account of somebody else with its traces. Rethrows the backend's error: P0001 for the last administrator who can sign in. */
export async function deleteAccount(client: DataClient, userId: string): Promise<void> {
  const { error } = await client.rpc('delete_account', { account: userId });
  if (error) throw error;
}

/** Whether every administrator must use MFA. Rethrows the backend's error. */
export async function readRequireMfa(client: DataClient): Promise<boolean> {
  const { data, error } = await client.from('site_settings').select('require_mfa').single();
  if (error) throw error;
  return data.require_mfa;
}

/** Throws RejectedWrite, and the backend's error: 42501 where the session has not passed MFA. */
export async function writeRequireMfa(client: DataClient, isRequired: boolean): Promise<void> {
  const { data, error } = await client
    .from('site_settings')
    .update({ require_mfa: isRequired })
    .eq('id', true)
    .select('require_mfa');
  if (error) throw error;
  expectOneRow(data);
}

/**
 * One recorded change; `actor_email` is null for a change made outside the dashboard, and with an `actor_id` for one by an
 * account that was deleted.
 */
export type ActivityEntry = Pick<
  Row<'activity'>,
  'id' | 'happened_at' | 'actor_id' | 'actor_email' | 'verb' | 'subject' | 'subject_id' | 'title'
>;

/** `subject` and `search` may be '' for everything. */
type ActivityQuery = ListRange & { subject: string; search: string };

/** A page of the recorded changes, newest first. Rethrows the backend's error. */
export async function listActivity(
  client: DataClient,
  { subject, search, offset, limit }: ActivityQuery,
): Promise<ListPage<ActivityEntry>> {
  let query = client
    .from('activity')
    .select('id, happened_at, actor_id, actor_email, verb, subject, subject_id, title', { count: 'exact' });
  if (subject) query = query.eq('subject', subject);
  if (search.trim()) query = query.or(anyContains(['title', 'actor_email'], search));
  return toListPage(await query.order('id', { ascending: false }).range(offset, offset + limit - 1));
}
