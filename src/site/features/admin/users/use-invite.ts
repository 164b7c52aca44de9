import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '#site/content/users.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { grantAdminRights, inviteAccount } from '#site/gateway/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { toast } from '#site/ui/toast.ts';
import { refreshQueries } from '../refresh-queries.ts';

type Invitation = { email: string; asAdmin: boolean };

/** Sends an invitation; `error` is the sentence to show beside the form, because it depends on the answer. */
export function useInvite() {
  const queryClient = useQueryClient();
  const {
    mutateAsync,
    isPending,
    data: error = null,
    reset,
  } = useMutation({
    networkMode: 'always',
    mutationFn: send,
    onSettled: () => refreshQueries(queryClient, [QUERY_KEYS.adminAccounts]),
  });
  /** Resolves to whether it was sent. */
  const invite = async (invitation: Invitation): Promise<boolean> => {
    if (isPending) return false;
    return (await mutateAsync(invitation)) === null;
  };
  return { invite, isInviting: isPending, error, clearError: reset };
}

/** Returns the error as a sentence, or null. An invitation counts as sent even if the rights could not be granted. */
async function send({ email, asAdmin }: Invitation): Promise<string | null> {
  try {
    const client = await browserClient();
    const { error, userId } = await inviteAccount(client, email, `${window.location.origin}/auth`);
    if (error) return showError(error);
    const isGranted = !asAdmin || !userId || (await tryToGrant(client, userId));
    toast(isGranted ? DASHBOARD_MESSAGES.invited(email) : DASHBOARD_MESSAGES.invitedWithoutRights(email));
    return null;
  } catch (error) {
    return showError({ name: 'Unreachable', message: String(error), status: 0 });
  }
}

async function tryToGrant(client: DataClient, userId: string): Promise<boolean> {
  try {
    await grantAdminRights(client, userId);
    return true;
  } catch (error) {
    console.error(`${DASHBOARD_MESSAGES.changeRightsFailed.description}:`, error);
    return false;
  }
}

function showError(error: AccountError): string {
  console.error('Failed to send the invitation:', error);
  const { errors } = users.invite;
  const isUnreachable = error.status === 0 || error.name === 'AuthRetryableFetchError';
  const sentence = errors[isUnreachable ? 'unreachable' : (error.code ?? '')] ?? errors['unknown'] ?? '';
  toast(DASHBOARD_MESSAGES.inviteFailed(sentence));
  return sentence;
}
