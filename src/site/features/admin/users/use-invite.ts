import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '../../../content/users.ts';
import type { AccountFault } from '../../../gateway/account.ts';
import { browserClient } from '../../../gateway/client.ts';
import { grantAdministrator, inviteAccount } from '../../../gateway/users.ts';
import { type ToastMessage, toast } from '../../../ui/toast.ts';
import { ACCOUNTS_KEY } from './accounts-key.ts';

type Invitation = { email: string; asAdmin: boolean };
const { messages } = users;

/** Sends an invitation and tells what became of it; `fault` is what to say beside the form. */
export function useInvite() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, data: fault = null, reset } = useMutation({
    networkMode: 'always',
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  /** Whether it is on its way. */
  const invite = async (invitation: Invitation): Promise<boolean> => {
    if (isPending) return false;
    return (await mutateAsync(invitation)) === null;
  };
  return { invite, isInviting: isPending, fault, forgetFault: reset };
}

/** The sentence that says what went wrong, or null. */
async function send({ email, asAdmin }: Invitation): Promise<string | null> {
  try {
    const client = await browserClient();
    const { error, userId } = await inviteAccount(client, email, `${window.location.origin}/auth`);
    if (error) return tellFault(error);
    if (asAdmin && userId) await grantAdministrator(client, userId).then(() => tell(messages.invited, email), failedToGrant(email));
    else tell(messages.invited, email);
    return null;
  } catch (problem) {
    return tellFault({ name: 'Unreachable', message: String(problem), status: 0 });
  }
}

function tellFault(fault: AccountFault): string {
  console.error(`${messages.inviteFailed.description}:`, fault);
  const isUnreachable = fault.status === 0 || fault.name === 'AuthRetryableFetchError';
  const sentence = users.invite.faults[isUnreachable ? 'unreachable' : (fault.code ?? '')] ?? users.invite.faults['unknown'];
  toast({ ...messages.inviteFailed, description: sentence });
  return sentence ?? '';
}

function failedToGrant(email: string): (problem: unknown) => void {
  return (problem) => {
    console.error(problem);
    tell(messages.invitedWithoutRights, email);
  };
}

function tell(message: ToastMessage, email: string): void {
  toast({ ...message, description: message.description?.replace('{email}', email) ?? '' });
}
