import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { SystemRequestError, linkToBackup } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';

/** Lets the browser save the file of a backup. */
export function useDownload() {
  const { mutate, isPending } = useAdminMutation({
    write: linkToBackup,
    stale: [QUERY_KEYS.adminBackups],
    failed: DASHBOARD_MESSAGES.downloadBackupFailed(),
    explain: (error) =>
      error instanceof SystemRequestError ? DASHBOARD_MESSAGES.downloadBackupFailed(error.message) : undefined,
    // The answer is an attachment, so the page stays.
    onDone: (url) => window.location.assign(url),
  });
  const download = (id: string): void => {
    if (!isPending) mutate(id);
  };
  return { download, isBusy: isPending };
}
