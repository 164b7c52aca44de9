import { users } from '#site/content/users.ts';
import type { SiteAccount } from '#site/gateway/users.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** The day of a moment, as the tab writes it. */
export const dayOf = (moment: string) => DAY.format(new Date(moment));

/** A sentence on when and how the address of the account was confirmed, for whoever is about to give it rights. */
export function describeConfirmation(account: SiteAccount): string {
  const { confirmed_at: confirmed, confirmed_by: by, invited_at: invited } = account;
  const { confirmation } = users;
  if (confirmed === null) return confirmation.invited.replace('{date}', dayOf(invited ?? account.created_at));
  return (by ? confirmation[by] : confirmation.unknown).replace('{date}', dayOf(confirmed));
}
