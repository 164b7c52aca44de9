import { formatLocalDate } from '#contract/date.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import {
  type AccountWithAddress,
  deleteAccount,
  exportAccount,
  grantAdminRights,
  revokeAdminRights,
  type SiteAccount,
} from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { downloadText } from '#site/ui/download-text.ts';
import { toast } from '#site/ui/toast.ts';
import { RowAction } from '../dashboard-table.tsx';
import { useAdminMutation } from '../queries.ts';
import { useInvite } from './invite-form.tsx';

/** What an administrator may do with an account: its rights, and its data. */
export function AccountActions({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { email } = account;
  return (
    <div className="item-actions">
      {email && <RightsActions account={{ ...account, email }} isSelf={isSelf} />}
      <DataActions account={account} isSelf={isSelf} />
    </div>
  );
}

function RightsActions({ account, isSelf }: { account: AccountWithAddress; isSelf: boolean }) {
  const { change, isBusy } = useRights();
  const { invite, isInviting } = useInvite();
  const { email, state, is_admin: isAdmin } = account;
  return (
    <>
      {state !== 'confirmed' && (
        <RowAction
          label={users.inviteAgain}
          name={email}
          isBusy={isInviting}
          onClick={() => void invite({ email, asAdmin: false })}
        />
      )}
      {(isAdmin || state !== 'unconfirmed') && (
        <RowAction
          label={isAdmin ? users.revoke : users.grant}
          name={email}
          isBusy={isBusy}
          isRemoval={isAdmin}
          onClick={() => change(account, isSelf)}
        />
      )}
    </>
  );
}

/** People cannot delete their own account here: the session would end in the middle. */
function DataActions({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { exportData, askAndDelete, isBusy } = useAccountData(account);
  const name = account.email ?? account.id;
  return (
    <>
      <RowAction label={users.exportData} name={name} isBusy={isBusy} onClick={exportData} />
      {!isSelf && (
        <RowAction label={users.deleteAccount} name={name} isBusy={isBusy} isRemoval onClick={askAndDelete} />
      )}
    </>
  );
}

/** Makes an account an administrator, or revokes the role, after a confirmation. */
function useRights() {
  const { mutate, isPending } = useAdminMutation({
    write: (client: DataClient, { id, is_admin: isAdmin }: AccountWithAddress) =>
      isAdmin ? revokeAdminRights(client, id) : grantAdminRights(client, id),
    stale: [QUERY_KEYS.adminAccounts],
    failed: DASHBOARD_MESSAGES.changeRightsFailed,
    explain: (error) => (isLastAdministrator(error) ? DASHBOARD_MESSAGES.lastAdministrator : undefined),
    onDone: (_, { email, is_admin: wasAdmin }, tell) =>
      tell(wasAdmin ? DASHBOARD_MESSAGES.adminRevoked(email) : DASHBOARD_MESSAGES.adminGranted(email)),
  });
  const change = (account: AccountWithAddress, isSelf: boolean): void => {
    if (!isPending && window.confirm(questionFor(account, isSelf))) mutate(account);
  };
  return { change, isBusy: isPending };
}

function questionFor(account: AccountWithAddress, isSelf: boolean): string {
  if (!account.is_admin) return `${users.grantQuestion(account.email)} ${describeConfirmation(account)}`;
  return isSelf ? users.revokeSelfQuestion : users.revokeQuestion(account.email);
}

/** Hands out what is held of an account, and deletes it after a confirmation. */
function useAccountData(account: SiteAccount) {
  const name = account.email ?? account.id;
  const exporting = useAdminMutation({
    write: (client: DataClient) => exportAccount(client, account.id),
    stale: [],
    failed: DASHBOARD_MESSAGES.exportAccountFailed,
    onDone: (data) => {
      downloadText(users.exportName(account.id), `${JSON.stringify(data, null, 2)}\n`, 'application/json');
      toast(DASHBOARD_MESSAGES.accountExported(name));
    },
  });
  const deleting = useAdminMutation({
    write: (client: DataClient) => deleteAccount(client, account.id),
    stale: [QUERY_KEYS.adminAccounts, QUERY_KEYS.adminActivity],
    failed: DASHBOARD_MESSAGES.deleteAccountFailed,
    explain: (error) => (isLastAdministrator(error) ? DASHBOARD_MESSAGES.lastAdministrator : undefined),
    onDone: () => toast(DASHBOARD_MESSAGES.accountDeleted(name)),
  });
  return {
    isBusy: exporting.isPending || deleting.isPending,
    exportData: (): void => {
      if (!exporting.isPending) exporting.mutate(undefined);
    },
    askAndDelete: (): void => {
      if (!deleting.isPending && window.confirm(users.deleteQuestion(name))) deleting.mutate(undefined);
    },
  };
}

/** Raised where no administrator who can sign in would be left (migration `accounts`). */
const LAST_ADMINISTRATOR = 'P0001';

function isLastAdministrator(error: unknown): boolean {
  return (error as { code?: string }).code === LAST_ADMINISTRATOR;
}

/** When and how the address of the account was confirmed, for the decision to grant it rights. */
export function describeConfirmation(account: SiteAccount): string {
  const { confirmed_at: confirmed, confirmed_by: by, invited_at: invited } = account;
  const { confirmation } = users;
  if (confirmed === null) return confirmation.invited(formatLocalDate(invited ?? account.created_at));
  return confirmation[by ?? 'unknown'](formatLocalDate(confirmed));
}
