import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '#site/content/users.ts';
import { browserClient } from '#site/gateway/client.ts';
import { grantAdministrator, revokeAdministrator, type SiteAccount } from '#site/gateway/users.ts';
import { toast } from '#site/ui/toast.ts';
import { ACCOUNTS_KEY } from './accounts-key.ts';
import { describeConfirmation } from './describe-confirmation.ts';

/** The rule of the database that there is always an administrator (migration `administration`). */
const LAST_ADMINISTRATOR = 'P0001';
const { messages } = users;

/** Makes an account an administrator, or takes it away, once the question is answered. */
export function useRights() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, is_admin: isAdmin }: SiteAccount) => {
      const client = await browserClient();
      await (isAdmin ? revokeAdministrator(client, id) : grantAdministrator(client, id));
    },
    onSuccess: (_, { email, is_admin: wasAdmin }) => {
      const done = wasAdmin ? messages.revoked : messages.granted;
      toast({ ...done, description: done.description.replace('{email}', email) });
    },
    onError: (error) => {
      console.error(`${messages.rightsFailed.description}:`, error);
      const isLast = (error as { code?: string }).code === LAST_ADMINISTRATOR;
      toast(isLast ? messages.lastAdministrator : messages.rightsFailed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  const change = (account: SiteAccount, isSelf: boolean): void => {
    if (isPending) return;
    const revoke = isSelf ? users.revokeSelfQuestion : users.revokeQuestion;
    const question = account.is_admin ? revoke : `${users.grantQuestion} ${describeConfirmation(account)}`;
    if (window.confirm(question.replace('{email}', account.email))) mutate(account);
  };
  return { change, isBusy: isPending };
}
