import { useState } from 'react';
import { account, type AuthAdvice } from '#site/content/account.ts';
import { type AccountError, resendConfirmation } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { siteRoot } from './return-address.ts';

type ErrorAdviceProps = {
  error: AccountError | null;
  email: string;
  onRecover?: (email: string) => void;
  onSignIn?: (email: string) => void;
};

/** What to do about the last error, below the form; nothing where the toast is enough. */
export function ErrorAdvice({ error, email, onRecover, onSignIn }: ErrorAdviceProps) {
  const advice = error && adviceFor(error);
  if (!advice) return null;
  return (
    <Notice tone="danger">
      <p>{advice.text}</p>
      {advice.remedy === 'resend' && <ResendButton email={email} />}
      {advice.remedy === 'recover' && onRecover && (
        <Button variant="line" size="small" onClick={() => onRecover(email)}>
          {account.remedies.recover}
        </Button>
      )}
      {advice.remedy === 'sign-in' && onSignIn && (
        <Button variant="line" size="small" onClick={() => onSignIn(email)}>
          {account.remedies['sign-in']}
        </Button>
      )}
    </Notice>
  );
}

/** No server answered: the client calls the error retryable, with the browser's message or the text of an empty object. */
export function isUnreachable(error: AccountError): boolean {
  return error.name === 'AuthRetryableFetchError' || error.status === 0 || error.message === '{}';
}

/** The text of the toast: the server's message, our own where no server answered, or the specified fallback (specification §8). */
export function describeAuthError(error: AccountError, fallback: string): string {
  if (isUnreachable(error)) return account.unreachable;
  return error.message.trim() || fallback;
}

/** What the person can do about the error, beyond the toast. */
export function adviceFor(error: AccountError): AuthAdvice | null {
  const code = isUnreachable(error) ? 'unreachable' : error.code;
  return (code && account.advice[code]) || null;
}

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
  const failed = ACCOUNT_MESSAGES.linkNotSent;
  try {
    const { error } = await resendConfirmation(await browserClient(), email, siteRoot());
    return error
      ? { ...failed, description: describeAuthError(error, failed.description) }
      : ACCOUNT_MESSAGES.confirmationSent;
  } catch (error) {
    console.error(error);
    return { ...failed, description: account.unreachable };
  }
}
