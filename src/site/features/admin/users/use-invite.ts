import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '#site/content/users.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { grantAdministrator, inviteAccount } from '#site/gateway/users.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { ACCOUNTS_KEY } from './accounts-key.ts';

type Invitation = { email: string; asAdmin: boolean };
const { messages } = users;

/** Sends an invitation and tells what became of it; `fault` is what to say beside the form. */
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  /** Whether it is on its way. */
  const invite = async (invitation: Invitation): Promise<boolean> => {
    if (isPending) return false;
    return (await mutateAsync(invitation)) === null;
  };
  return { invite, isInviting: isPending, error, clearError: reset };
}

/** The sentence that says what went wrong, or null. An invitation that went out stands, with or without the rights. */
async function send({ email, asAdmin }: Invitation): Promise<string | null> {
  try {
    const client = await browserClient();
    const { error, userId } = await inviteAccount(client, email, `${window.location.origin}/auth`);
    if (error) return showError(error);
    const isGranted = !asAdmin || !userId || (await tryToGrant(client, userId));
    const message: ToastMessage = isGranted ? messages.invited : messages.invitedWithoutRights;
    toast({ ...message, description: message.description?.replace('{email}', email) ?? '' });
    return null;
  } catch (error) {
    return showError({ name: 'Unreachable', message: String(error), status: 0 });
  }
}

async function tryToGrant(client: DataClient, userId: string): Promise<boolean> {
  try {
    await grantAdministrator(client, userId);
    return true;
  } catch (error) {
    console.error(`${messages.rightsFailed.description}:`, error);
    return false;
  }
}

function showError(error: AccountError): string {
  console.error(`${messages.inviteFailed.description}:`, error);
  const { errors } = users.invite;
  const isUnreachable = error.status === 0 || error.name === 'AuthRetryableFetchError';
  const sentence = errors[isUnreachable ? 'unreachable' : (error.code ?? '')] ?? errors['unknown'] ?? '';
  toast({ ...messages.inviteFailed, description: sentence });
  return sentence;
}
