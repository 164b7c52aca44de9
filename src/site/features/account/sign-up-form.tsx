import { useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { type AccountError, changePassword, requestRecovery } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { ErrorAdvice, ResendButton } from './error-advice.tsx';
import { EmailField, FormHeading, newPasswordProps, PasswordField, SubmitButton } from './fields.tsx';
import { recoveryAddress } from './return-address.ts';
import { credentialsMessage, emailMessage, newPasswordMessage, useAccountForm } from './use-account-form.ts';
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
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={account.signUp.submit} busy={account.signUp.busy} />
      </div>
    </form>
  );
}

/** The page of a recovery or invitation link, which has signed the person in. Offered until a password is set. */
export function NewPasswordForm() {
  const { user, isPasswordMissing, endRecovery, signOut } = useAuth();
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
      <FormHeading>{words.heading}</FormHeading>
      <p className="soft">{isPasswordMissing ? words.firstText : words.text}</p>
      {/* Tells password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField {...newPasswordProps} error={errorOf('password')} />
      <ErrorAdvice error={formError} email={email} />
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={words.submit} busy={words.busy} />
        <Button variant="quiet" onClick={() => void signOut()}>
          {words.signOut}
        </Button>
      </div>
    </form>
  );
}

/** Requests the link to choose a new password. */
export function RecoveryForm({ email: known, onBack }: { email: string; returnTo?: string; onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => emailMessage(typed.email),
    failed: ACCOUNT_MESSAGES.linkNotSent,
    send: async (typed) => {
      const { error } = await requestRecovery(await browserClient(), typed.email, recoveryAddress());
      if (error) return error;
      toast(ACCOUNT_MESSAGES.recoverySent);
      setSentTo(typed.email);
      return null;
    },
  });
  const words = account.recovery;
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading>{words.heading}</FormHeading>
      <p className="soft">{words.text}</p>
      <EmailField error={errorOf('email')} defaultValue={known} />
      <ErrorAdvice error={formError} email={email} />
      {sentTo && <Notice tone="success" role="status" title={words.sent.title} text={words.sent.text(sentTo)} />}
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={words.submit} busy={words.busy} />
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}
