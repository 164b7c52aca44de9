import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { SystemRequestError, retryMail } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { toast } from '#site/ui/toast.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';

/** Has one message, or `all`, tried again at once. */
export function useRetryMail() {
  const { mutate, isPending } = useAdminMutation({
    write: retryMail,
    stale: [QUERY_KEYS.adminWaitingMail, QUERY_KEYS.adminMail],
    failed: DASHBOARD_MESSAGES.retryMailFailed,
    explain: (error) =>
      error instanceof SystemRequestError && error.code === 'mail_not_waiting'
        ? DASHBOARD_MESSAGES.mailNotWaiting
        : undefined,
    onDone: (count) => toast(DASHBOARD_MESSAGES.mailRetried(count)),
  });
  const retry = (id: string): void => {
    if (!isPending) mutate(id);
  };
  return { retry, isBusy: isPending };
}
