import { useEffect, useRef } from 'react';
import { account } from '#site/content/account.ts';
import { MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { credentialsMessage } from './credentials-message.ts';
import { EmailField } from './email-field.tsx';
import { ErrorAdvice } from './error-advice.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordField } from './password-field.tsx';
import { typedIn } from './typed-in.ts';
import { useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

type SignInFormProps = {
  /** An address from the sign-up form that has an account, or ''. */
  knownEmail: string;
  onForgot: (email: string) => void;
  onEmailLink: (email: string) => void;
};

/** `noValidate` turns browser validation off, so that errors are the specified toasts in their order. */
export function SignInForm({ knownEmail, onForgot, onEmailLink }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (knownEmail) form.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
  }, [knownEmail]);
  const typedEmail = () => (form.current ? typedIn(form.current, 'email').trim() : '');
  const { signIn } = useAuth();
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => credentialsMessage(typed, 'signin'),
    failed: MESSAGES.signInFailed,
    send: async (typed) => {
      const { error, isMfaDue } = await signIn(typed);
      if (!error && !isMfaDue) toast(MESSAGES.signedIn);
      return error;
    },
  });
  return (
    <form className="account__form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <EmailField error={errorOf('email')} defaultValue={knownEmail} />
      <PasswordField label={account.fields.password} autoComplete="current-password" error={errorOf('password')} />
      <ErrorAdvice error={formError} email={email} onRecover={onForgot} />
      <div className="account__actions">
        <Button type="submit" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={account.signIn.submit} busy={account.signIn.busy} />
        </Button>
        <Button variant="quiet" onClick={() => onForgot(typedEmail())}>
          {account.signIn.forgot}
        </Button>
      </div>
      <OtherWays onEmailLink={() => onEmailLink(typedEmail())} />
    </form>
  );
}
