import { users } from '#site/content/users.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { grantAdminRights, revokeAdminRights, type AccountWithAddress } from '#site/gateway/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';
import { describeConfirmation } from './describe-confirmation.ts';
import { isLastAdministrator } from './is-last-administrator.ts';

/** Makes an account an administrator, or revokes the role, after a confirmation. */
export function useRights() {
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
