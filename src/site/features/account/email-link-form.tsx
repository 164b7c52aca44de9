import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { account } from '#site/content/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { requestEmailLink, signInByCode } from '#site/gateway/sign-in-options.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { ErrorAdvice } from './error-advice.tsx';
import { CodeField, EmailField, FormHeading, SubmitButton, typedIn } from './fields.tsx';
import { afterSignIn, signInReturn } from './return-address.ts';
import { emailMessage, useAccountForm } from './use-account-form.ts';

const words = account.emailLink;

type EmailLinkFormProps = {
  email: string;
  /** The address to come back to, where it is not that of the sign-in page. */
  returnTo?: string;
  onBack: () => void;
};

/** Requests a link that signs in, then takes the code of the same mail. */
export function EmailLinkForm({ email: known, returnTo: target, onBack }: EmailLinkFormProps) {
  const { state, search } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => emailMessage(typed.email),
    failed: ACCOUNT_MESSAGES.linkNotSent,
    send: async (typed) => {
      const returnTo = signInReturn('link', target ?? afterSignIn(state, search));
      const { error } = await requestEmailLink(await browserClient(), typed.email, returnTo);
      if (error) return error;
      setSentTo(typed.email);
      return null;
    },
  });
  return (
    <div className="email-link">
      <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
        <FormHeading>{words.heading}</FormHeading>
        <p className="soft">{words.text}</p>
        <EmailField error={errorOf('email')} defaultValue={known} />
        <ErrorAdvice error={formError} email={email} />
        <div className="account__actions row">
          <SubmitButton
            variant={sentTo ? 'line' : 'primary'}
            isBusy={isBusy}
            idle={sentTo ? words.again : words.submit}
            busy={words.busy}
          />
          <Button variant="quiet" onClick={onBack}>
            {words.back}
          </Button>
        </div>
      </form>
      {sentTo && (
        <>
          <Notice tone="success" role="status" title={words.sent.title} text={words.sent.text(sentTo)} />
          <CodeForm key={sentTo} email={sentTo} />
        </>
      )}
    </div>
  );
}

function CodeForm({ email }: { email: string }) {
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => shown.current?.querySelector('input')?.focus(), []);
  const { submit, isBusy, formError } = useAccountForm({
    check: () => null,
    failed: MESSAGES.signInFailed,
    messageFor: ({ code }) => (code === WRONG_CODE ? ACCOUNT_MESSAGES.signInCodeFailed : undefined),
    send: async (_, form) => {
      const { error } = await signInByCode(await browserClient(), email, typedIn(form, 'code').replace(/\s/g, ''));
      if (!error) toast(MESSAGES.signedIn);
      return error;
    },
  });
  const isWrong = formError?.code === WRONG_CODE;
  return (
    <form className="account__form" noValidate ref={shown} onSubmit={(event) => void submit(event)}>
      <CodeField label={words.code.label} kind="app" error={isWrong ? words.code.wrong : undefined} />
      {!isWrong && <ErrorAdvice error={formError} email={email} />}
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={words.code.submit} busy={words.code.busy} />
      </div>
    </form>
  );
}

/** Also the code of a wrong one. */
const WRONG_CODE = 'otp_expired';
