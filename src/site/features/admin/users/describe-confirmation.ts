import { formatLocalDate } from '#contract/date.ts';
import { users } from '#site/content/users.ts';
import type { SiteAccount } from '#site/gateway/users.ts';

/** When and how the address of the account was confirmed, for the decision to grant it rights. */
export function describeConfirmation(account: SiteAccount): string {
  const { confirmed_at: confirmed, confirmed_by: by, invited_at: invited } = account;
  const { confirmation } = users;
  if (confirmed === null) return confirmation.invited(formatLocalDate(invited ?? account.created_at));
  return confirmation[by ?? 'unknown'](formatLocalDate(confirmed));
}
