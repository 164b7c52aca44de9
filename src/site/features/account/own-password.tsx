import { useEffect, useRef, useState } from 'react';
import { account } from '#site/content/account.ts';
import { changePassword, requestReauthentication } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { toast } from '#site/ui/toast.ts';
import { newPasswordMessage } from './credentials-message.ts';
import { ErrorAdvice } from './error-advice.tsx';
import { newPasswordProps, PasswordField } from './password-field.tsx';
import { typedIn } from './typed-in.ts';
import { useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';
import { useReturnFocus } from './use-return-focus.ts';

const words = account.changePassword;

/** A button that opens the form for a new password. */
export function OwnPassword() {
  const [isOpen, setOpen] = useState(false);
  const openButton = useReturnFocus(isOpen);
  if (isOpen) return <ChangePasswordForm onClose={() => setOpen(false)} />;
  return (
    <Button variant="line" size="small" ref={openButton} onClick={() => setOpen(true)}>
      {words.open}
    </Button>
  );
}

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const { user, endRecovery } = useAuth();
  const email = user?.email ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [asksForCode, setAsksForCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksForCode) code.current?.focus();
  }, [asksForCode]);
  const { submit, isBusy, errorOf, formError } = useAccountForm({
    check: (typed) => newPasswordMessage(typed.password),
    failed: ACCOUNT_MESSAGES.passwordFailed,
    send: async (typed, form) => {
      const client = await browserClient();
      const { error } = await changePassword(client, typed.password, typedIn(form, 'nonce').trim());
      if (error?.code === 'reauthentication_needed') {
        const sent = await requestReauthentication(client);
        setAsksForCode(sent.error === null);
        return sent.error ?? error;
      }
      if (error) return error;
      toast(ACCOUNT_MESSAGES.passwordChanged);
      endRecovery();
      onClose();
      return null;
    },
  });
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <h3 className="account__heading" tabIndex={-1} ref={heading}>
        {words.heading}
      </h3>
      <p className="soft">{words.text}</p>
      {/* Tells password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField {...newPasswordProps} error={errorOf('password')} />
      {asksForCode && (
        <Field name="nonce" label={words.code.label} hint={words.code.hint(email)} required>
          {(control) => <Input {...control} ref={code} inputMode="numeric" autoComplete="one-time-code" />}
        </Field>
      )}
      <ErrorAdvice error={formError} email={email} />
      <div className="account__actions">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={words.submit} busy={words.busy} />
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
