import { useEffect, useRef } from 'react';
import { account } from '#site/content/account.ts';
import { changePassword } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { newPasswordMessage } from './credentials-message.ts';
import { ErrorAdvice } from './error-advice.tsx';
import { newPasswordProps, PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

/** The page of a recovery or invitation link, which has signed the person in. Offered until a password is set. */
export function NewPasswordForm() {
  const { user, isPasswordMissing, endRecovery, signOut } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { submit, isBusy, errorOf, formError } = useAccountForm({
    check: (typed) => newPasswordMessage(typed.password),
    failed: ACCOUNT_MESSAGES.passwordFailed,
    send: async (typed) => {
      const { error } = await changePassword(await browserClient(), typed.password);
      if (error) return error;
      toast(ACCOUNT_MESSAGES.passwordChanged);
      endRecovery();
      return null;
    },
  });
  const words = account.newPassword;
  const email = user?.email ?? '';
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="account__heading" tabIndex={-1} ref={heading}>
        {words.heading}
      </h2>
      <p className="soft">{isPasswordMissing ? words.firstText : words.text}</p>
      {/* Tells password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField {...newPasswordProps} error={errorOf('password')} />
      <ErrorAdvice error={formError} email={email} />
      <div className="account__actions">
        <Button type="submit" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={words.submit} busy={words.busy} />
        </Button>
        <Button variant="quiet" onClick={() => void signOut()}>
          {words.signOut}
        </Button>
      </div>
    </form>
  );
}
