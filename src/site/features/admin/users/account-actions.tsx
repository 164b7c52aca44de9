import type { ReactNode } from 'react';
import { formatLocalDate } from '#contract/date.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import {
  type AccountWithAddress,
  deleteAccount,
  exportAccount,
  grantRole,
  revokeRole,
  type Role,
  roleOf,
  type SiteAccount,
} from '#site/gateway/users.ts';
import { RAISED } from '#site/gateway/writes.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { downloadText } from '#site/ui/download-text.ts';
import { toast } from '#site/ui/toast.ts';
import { RowAction } from '../dashboard-table.tsx';
import { useAdminMutation } from '../queries.ts';
import { useInvite } from './invite-form.tsx';

/** What an administrator may do with an account: its rights, and its data. */
export function AccountActions({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { exportData, askAndDelete, isBusy } = useAccountData(account);
  const { email, id, state } = account;
  const name = email ?? id;
  const exporting = <RowAction label={users.exportData} name={name} isBusy={isBusy} onClick={exportData} />;
  return (
    <div className="item-actions">
      {email ? (
        <RightsActions account={{ ...account, email }} isSelf={isSelf}>
          {exporting}
        </RightsActions>
      ) : (
        exporting
      )}
      {/* People cannot delete their own account here: the session would end in the middle. */}
      {!isSelf && (
        <RowAction
          label={state === 'invited' ? users.withdraw : users.deleteAccount}
          name={name}
          isBusy={isBusy}
          isRemoval
          onClick={askAndDelete}
        />
      )}
    </div>
  );
}

type RightsActionsProps = { account: AccountWithAddress; isSelf: boolean; children: ReactNode };

/** `children` stands before what takes something away. */
function RightsActions({ account, isSelf, children }: RightsActionsProps) {
  const { change, isBusy } = useRights();
  const { invite, isInviting } = useInvite();
  const { email, state } = account;
  const role = roleOf(account);
  const others = ROLES.filter((one) => one !== role && state !== 'unconfirmed');
  return (
    <>
      {state !== 'confirmed' && (
        <RowAction
          label={users.inviteAgain}
          name={email}
          isBusy={isInviting}
          onClick={() => void invite({ email, role: null })}
        />
      )}
      {others.map((to) => (
        <RowAction
          key={to}
          label={users.roles[to].grant}
          name={email}
          isBusy={isBusy}
          onClick={() => change({ account, to }, isSelf)}
        />
      ))}
      {children}
      {role && (
        <RowAction
          label={users.roles[role].revoke}
          name={email}
          isBusy={isBusy}
          isRemoval
          onClick={() => change({ account, to: null }, isSelf)}
        />
      )}
    </>
  );
}

const ROLES: readonly Role[] = ['admin', 'writer'];

/** A change of the role of an account; null takes it away. */
type RoleChange = { account: AccountWithAddress; to: Role | null };

/** Gives an account a role, or takes it away, after a confirmation. */
function useRights() {
  const { mutate, isPending } = useAdminMutation({
    write: async (client: DataClient, { account, to }: RoleChange) => {
      const role = roleOf(account);
      if (to) await grantRole(client, to, account.id);
      else if (role) await revokeRole(client, role, account.id);
    },
    stale: [QUERY_KEYS.adminAccounts],
    failed: DASHBOARD_MESSAGES.changeRightsFailed,
    explain: (error) => (isLastAdministrator(error) ? DASHBOARD_MESSAGES.lastAdministrator : undefined),
    onDone: (_, { account, to }, tell) => tell(doneMessage(account, to)),
  });
  const change = (wanted: RoleChange, isSelf: boolean): void => {
    if (!isPending && window.confirm(questionFor(wanted, isSelf))) mutate(wanted);
  };
  return { change, isBusy: isPending };
}

function doneMessage(account: AccountWithAddress, to: Role | null) {
  const { granted, revoked } = DASHBOARD_MESSAGES.roles[to ?? roleOf(account) ?? 'writer'];
  return (to ? granted : revoked)(account.email);
}

function questionFor({ account, to }: RoleChange, isSelf: boolean): string {
  const { email } = account;
  if (isSelf) return users.revokeSelfQuestion;
  if (!to) return users.roles[roleOf(account) ?? 'writer'].revokeQuestion(email);
  return `${users.roles[to].grantQuestion(email)} ${describeConfirmation(account)}`;
}

/** Hands out what is held of an account, and deletes it after a confirmation: an invited one is its invitation. */
function useAccountData(account: SiteAccount) {
  const name = account.email ?? account.id;
  const isInvited = account.state === 'invited';
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
    onDone: () =>
      toast(isInvited ? DASHBOARD_MESSAGES.invitationWithdrawn(name) : DASHBOARD_MESSAGES.accountDeleted(name)),
  });
  return {
    isBusy: exporting.isPending || deleting.isPending,
    exportData: (): void => {
      if (!exporting.isPending) exporting.mutate(undefined);
    },
    askAndDelete: (): void => {
      const question = isInvited ? users.withdrawQuestion(name) : users.deleteQuestion(name);
      if (!deleting.isPending && window.confirm(question)) deleting.mutate(undefined);
    },
  };
}

/** Raised where no administrator who can sign in would be left (migration `accounts`). */
function isLastAdministrator(error: unknown): boolean {
  return (error as { code?: string }).code === RAISED;
}

/** When and how the address of the account was confirmed, for the decision to grant it rights. */
export function describeConfirmation(account: SiteAccount): string {
  const { confirmed_at: confirmed, confirmed_by: by, invited_at: invited } = account;
  const { confirmation } = users;
  if (confirmed === null) return confirmation.invited(formatLocalDate(invited ?? account.created_at));
  return confirmation[by ?? 'unknown'](formatLocalDate(confirmed));
}
