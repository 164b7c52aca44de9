import { useState } from 'react';
import { account } from '#site/content/account.ts';
import { resendConfirmation } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { describeError } from './auth-advice.ts';
import { siteRoot } from './return-address.ts';

/** Sends the confirmation link again. */
export function ResendButton({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    toast(await askAgain(email));
    setBusy(false);
  };
  return (
    <Button variant="line" size="small" disabled={isBusy} onClick={() => void resend()}>
      <BusyLabel isBusy={isBusy} idle={account.resend.submit} busy={account.resend.busy} />
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
