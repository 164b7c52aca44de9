import { useEffect, useRef, useState } from 'react';
import { account } from '#site/content/account.ts';
import { requestRecovery } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { emailMessage } from './credentials-message.ts';
import { EmailField } from './email-field.tsx';
import { ErrorAdvice } from './error-advice.tsx';
import { recoveryAddress } from './return-address.ts';
import { useAccountForm } from './use-account-form.ts';

/** Requests the link to choose a new password. */
export function RecoveryForm({ email: known, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => emailMessage(typed.email),
    failed: ACCOUNT_MESSAGES.recoveryFailed,
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
      <h2 className="account__heading" tabIndex={-1} ref={heading}>
        {words.heading}
      </h2>
      <p className="soft">{words.text}</p>
      <EmailField error={errorOf('email')} defaultValue={known} />
      <ErrorAdvice error={formError} email={email} />
      {sentTo && (
        <Notice tone="success" role="status" title={words.sent.title}>
          <p>{words.sent.text(sentTo)}</p>
        </Notice>
      )}
      <div className="account__actions">
        <Button type="submit" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={words.submit} busy={words.busy} />
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  );
}
