import { useState } from 'react';
import { account } from '../../content/account.ts';
import { resendConfirmation } from '../../gateway/account.ts';
import { browserClient } from '../../gateway/client.ts';
import { ACCOUNT_MESSAGES } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { describeError } from './auth-advice.ts';
import { siteRoot } from './return-address.ts';

/** Sends the confirmation link once more. */
export function ResendButton({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    toast(await askAgain(email));
    setBusy(false);
  };
  return (
    <Button variant="line" size="small" disabled={isBusy} onClick={() => void resend()}>
      {isBusy ? account.resend.busy : account.resend.submit}
    </Button>
  );
}

async function askAgain(email: string) {
  const failed = ACCOUNT_MESSAGES.confirmationFailed;
  try {
    const { error } = await resendConfirmation(await browserClient(), email, siteRoot());
    return error
      ? { ...failed, description: describeError(error, failed.description) }
      : ACCOUNT_MESSAGES.confirmationSent;
  } catch (error) {
    console.error(error);
    return { ...failed, description: account.unreachable };
  }
}
