import type { ConfirmedBy, UserRow } from '#backend/auth/accounts/users.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { requireAccount } from './require-account.ts';

export const grantAdministratorCommand: Command = async ({ config, email, print }) => {
  const granted = await withDatabase(config, (database) =>
    asBackend(database, async (query) => {
      const account = await requireAccount(query, email);
      requireOwner(account);
      const { rowCount } = await query('insert into public.admin_users (user_id) values ($1) on conflict do nothing', [
        account.id,
      ]);
      return { isNew: rowCount === 1, account };
    }),
  );
  print(granted.isNew ? `${email} is an administrator now.` : `${email} was an administrator already.`);
  print(describeConfirmation(granted.account));
};

/**
 * The same rule as in the dashboard (migration `administration`): anybody could have registered an unconfirmed address
 * with a password.
 */
function requireOwner(account: UserRow): void {
  const isInvited = account.invited_at !== null && !account.encrypted_password;
  if (account.email_confirmed_at !== null || isInvited) return;
  throw new ConfigurationError(
    `${account.email} has not been confirmed: anybody may have registered this address. Wait for the confirmation, ` +
      `or confirm it yourself with: npm run admin -- reset-password ${account.email}`,
  );
}

const WAYS: Record<Exclude<ConfirmedBy, 'not_asked'>, string> = {
  sign_up_mail: 'by the link of the sign-up mail',
  invitation: 'by the link of an invitation',
  recovery_mail: 'by the link of a mail for a new password',
  email_change_mail: 'by the links of a change of address',
  operator: 'by the operator',
  provider: 'by a sign-in at a provider such as Google or Microsoft',
};

function describeConfirmation(account: UserRow): string {
  const { email_confirmed_at: confirmed, invited_at: invited } = account;
  if (confirmed === null) {
    return `The address is not confirmed yet: the account was invited on ${dayOf(invited)}, and only that mail opens it.`;
  }
  const by = account.raw_app_meta_data?.['confirmed_by'] as ConfirmedBy | undefined;
  if (by === 'not_asked') {
    return `The address was never confirmed: confirmation was switched off on ${dayOf(confirmed)}.`;
  }
  const how = by ? ` ${WAYS[by]}` : '; how is not recorded';
  return `The address was confirmed on ${dayOf(confirmed)}${how}.`;
}

function dayOf(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'an unknown day';
}
