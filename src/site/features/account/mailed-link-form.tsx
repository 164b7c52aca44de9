import { useState } from 'react';
import { useNavigate } from 'react-router';
import { account } from '#site/content/account.ts';
import { type AccountSession, mfaStatusOf } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import {
  addressElsewhere,
  type MailedLink,
  type MailedLinkType,
  verifyCode,
  verifyLink,
} from '#site/gateway/mailed-links.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { EmailLinkForm } from './email-link-form.tsx';
import { ErrorAdvice } from './error-advice.tsx';
import { CodeField, EmailField, FormHeading, SubmitButton, typedIn } from './fields.tsx';
import { RecoveryForm } from './sign-up-form.tsx';
import { emailMessage, useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

const words = account.mailedLink;
/** Of a link or a code that is wrong, expired or used. */
const EXPIRED = 'otp_expired';

/**
 * Where a mailed link leads. Only the button uses the link up: mail scanners open links, and must not accept an
 * invitation. The code of the same mail does the same.
 */
export function MailedLinkForm({ link }: { link: MailedLink }) {
  const [isByCode, setByCode] = useState(false);
  const [state, setState] = useState<'expired' | 'half-confirmed' | null>(null);
  const finish = useFinish(link);
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => (isByCode ? emailMessage(typed.email) : null),
    failed: ACCOUNT_MESSAGES.linkFailed,
    messageFor: ({ code }) => (code === EXPIRED ? expiredMessage(link.type, isByCode) : undefined),
    send: async (typed, form) => {
      const elsewhere = isByCode ? null : addressElsewhere(link, window.location.origin);
      if (elsewhere !== null) {
        window.location.assign(elsewhere);
        return null;
      }
      const client = await browserClient();
      const { error, session } = isByCode
        ? await verifyCode(client, { type: link.type, email: typed.email, code: typedIn(form, 'code') })
        : await verifyLink(client, link);
      if (error?.code === EXPIRED && !isByCode) setState('expired');
      if (error) return error;
      if (session) finish(session);
      else setState('half-confirmed');
      return null;
    },
  });
  const change = (next: boolean): void => {
    setState(null);
    setByCode(next);
  };
  if (state === 'half-confirmed') {
    return <Notice tone="success" role="status" title={words.half.title} text={words.half.text} />;
  }
  if (state === 'expired') return <ExpiredLink type={link.type} onCode={() => change(true)} />;
  const { heading, text, submit: idle } = words.kinds[link.type];
  const isWrongCode = isByCode && formError?.code === EXPIRED;
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading key={String(isByCode)}>{heading}</FormHeading>
      <p className="soft">{isByCode ? words.code.text : text}</p>
      {isByCode && <EmailField error={errorOf('email')} />}
      {isByCode && (
        <CodeField
          label={account.emailLink.code.label}
          kind="app"
          error={isWrongCode ? account.emailLink.code.wrong : undefined}
        />
      )}
      {!isWrongCode && <ErrorAdvice error={formError} email={email} />}
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={idle} busy={words.busy} />
        <Button variant="quiet" onClick={() => change(!isByCode)}>
          {isByCode ? words.toLink : words.toCode}
        </Button>
      </div>
    </form>
  );
}

/** Leads on once the link has signed the person in. The rest of /auth asks for MFA and the new password. */
function useFinish({ type, redirectTo }: MailedLink) {
  const navigate = useNavigate();
  const { beginRecovery } = useAuth();
  return (session: AccountSession): void => {
    if (type === 'recovery' || type === 'invite') beginRecovery(session);
    else if (mfaStatusOf(session) !== 'due') {
      toast(type === 'email' ? MESSAGES.signedIn : ACCOUNT_MESSAGES.addressConfirmed);
    }
    const target = URL.parse(redirectTo, window.location.origin);
    void navigate({ search: target?.pathname === '/auth' ? target.search : '' }, { replace: true });
  };
}

function expiredMessage(type: MailedLinkType, isByCode: boolean) {
  if (isByCode) return ACCOUNT_MESSAGES.signInCodeFailed;
  return type === 'email' ? ACCOUNT_MESSAGES.signInLinkExpired : ACCOUNT_MESSAGES.linkExpired;
}

/** What to do instead: the form that sends another link, or who sends one. */
function ExpiredLink({ type, onCode }: { type: MailedLinkType; onCode: () => void }) {
  const navigate = useNavigate();
  const leave = () => void navigate({ search: '' }, { replace: true });
  if (type === 'recovery') return <RecoveryForm email="" onBack={leave} />;
  if (type === 'email') return <EmailLinkForm email="" onBack={leave} />;
  return (
    <div className="account__form">
      <FormHeading>{ACCOUNT_MESSAGES.linkExpired.title}</FormHeading>
      <p>{words.expired[type]}</p>
      <div className="account__actions row">
        <Button onClick={leave}>{account.tabs.signIn}</Button>
        <Button variant="quiet" onClick={onCode}>
          {words.toCode}
        </Button>
      </div>
    </div>
  );
}
