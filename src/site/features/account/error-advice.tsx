import { account } from '#site/content/account.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { adviceFor } from './auth-advice.ts';
import { ResendButton } from './resend-button.tsx';

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
