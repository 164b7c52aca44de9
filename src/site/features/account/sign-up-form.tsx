import { useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { credentialsMessage } from './credentials-message.ts';
import { EmailField } from './email-field.tsx';
import { ErrorAdvice } from './error-advice.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

/** Services report a known address in different ways (gateway/account.ts). */
const ACCOUNT_EXISTS: AccountError = { name: 'AccountExists', message: '', code: 'user_already_exists' };

/** Creates an account; on success the fields are cleared (specification §4) and the next step is shown. */
export function SignUpForm({ onSignIn }: { onSignIn: (email: string) => void }) {
  const { signUp } = useAuth();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => credentialsMessage(typed, 'signup'),
    failed: MESSAGES.signUpFailed,
    messageFor: (error) => (error === ACCOUNT_EXISTS ? MESSAGES.accountExists : undefined),
    send: async (typed, form) => {
      setSentTo(null);
      const { error, isKnownAddress } = await signUp(typed);
      if (isKnownAddress) return ACCOUNT_EXISTS;
      if (error) return error;
      toast(MESSAGES.signedUp);
      form.reset();
      setSentTo(typed.email);
      return null;
    },
  });
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <EmailField error={errorOf('email')} />
      <PasswordField
        label={account.fields.password}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        hint={account.fields.passwordHint}
        error={errorOf('password')}
      />
      <ErrorAdvice error={formError} email={email} onSignIn={onSignIn} />
      {sentTo && (
        <Notice tone="success" role="status" title={account.signUp.sent.title}>
          <p>{account.signUp.sent.text(sentTo)}</p>
          <ResendButton email={sentTo} />
        </Notice>
      )}
      <div className="account__actions">
        <Button type="submit" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={account.signUp.submit} busy={account.signUp.busy} />
        </Button>
      </div>
    </form>
  );
}
