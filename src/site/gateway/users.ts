import type { ConfirmedBy } from '#contract/confirmed-by.ts';
import type { AccountAnswer } from './account.ts';
import type { DataClient } from './client.ts';
import { patternContaining } from './like-pattern.ts';
import { expectOneRow } from './rejected-write.ts';
import { browserSiteConfig } from './site-config.ts';

/** `invited` has no password yet; `unconfirmed` has not shown that the address is hers. */
export type AccountState = 'confirmed' | 'invited' | 'unconfirmed';

/** An account as administrators see it. */
export type SiteAccount = {
  id: string;
  email: string;
  created_at: string;
  last_sign_in_at: string | null;
  invited_at: string | null;
  state: AccountState;
  is_admin: boolean;
  has_mfa: boolean;
  /** When the address was confirmed, and how; the latter is null where it is not recorded, as on a hosted project. */
  confirmed_at: string | null;
  confirmed_by: ConfirmedBy | null;
};

export type AccountPage = { rows: SiteAccount[]; total: number };
export type AccountQuery = { search: string; offset: number; limit: number };

/** A stretch of the accounts, administrators first, then the newest. Rethrows the backend's error. */
export async function listAccounts(client: DataClient, { search, offset, limit }: AccountQuery): Promise<AccountPage> {
  const all = client.from('accounts').select('*', { count: 'exact' });
  const { data, count, error } = await (search.trim() ? all.ilike('email', patternContaining(search)) : all)
    .order('is_admin', { ascending: false })
    .order('created_at', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1);
  if (error) throw error;
  return { rows: data as SiteAccount[], total: count ?? 0 };
}

/** Makes an account an administrator. Throws RejectedWrite, and the backend's error. */
export async function grantAdministrator(client: DataClient, userId: string): Promise<void> {
  const { data, error } = await client.from('admin_users').insert({ user_id: userId }).select('user_id');
  if (error) throw error;
  expectOneRow(data);
}

/** Takes it away again. Throws RejectedWrite where no row was touched, and the backend's error: P0001 for the last one. */
export async function revokeAdministrator(client: DataClient, userId: string): Promise<void> {
  const { data, error } = await client.from('admin_users').delete().eq('user_id', userId).select('user_id');
  if (error) throw error;
  expectOneRow(data);
}

/**
 * Mails an invitation, in the name of the signed-in administrator; its link leads to `returnTo`. The embedded backend
 * takes her token for it; a hosted project answers `not_admin` (decision 7). `userId` is the new account's.
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

/** Whether a second step is required of every administrator. Rethrows the backend's error. */
export async function readRequireMfa(client: DataClient): Promise<boolean> {
  const { data, error } = await client.from('site_settings').select('require_mfa').single();
  if (error) throw error;
  return data.require_mfa;
}

/** Throws RejectedWrite, and the backend's error: 42501 from who has not passed a second step herself. */
export async function writeRequireMfa(client: DataClient, isRequired: boolean): Promise<void> {
  const { data, error } = await client
    .from('site_settings')
    .update({ require_mfa: isRequired })
    .eq('id', true)
    .select('require_mfa');
  if (error) throw error;
  expectOneRow(data);
}
