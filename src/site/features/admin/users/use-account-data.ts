import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { type SiteAccount, deleteAccount, exportAccount } from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { downloadText } from '#site/ui/download-text.ts';
import { toast } from '#site/ui/toast.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';
import { isLastAdministrator } from './is-last-administrator.ts';

/** Hands out what is held of an account, and deletes it after a confirmation. */
export function useAccountData(account: SiteAccount) {
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
