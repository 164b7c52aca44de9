import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AUTH_DEFAULT_TAB } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { Tabs } from '#site/ui/tabs.tsx';
import { toast } from '#site/ui/toast.ts';
import { LeaveTo } from './leave-to.tsx';
import { readLinkArrival } from './link-arrival.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { afterSignIn, hasSessionEnded } from './return-address.ts';
import { MfaForm } from './mfa-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAuth } from './use-auth.ts';

/**
 * The content of /auth. A signed-in person is redirected, unless MFA is due or a new password: after a recovery link, and
 * while the account has none. The service accepts a password only after MFA.
 */
export function AccountPage() {
  const { loading, user, isRecovering, isPasswordMissing, mfaStatus } = useAuth();
  const { state } = useLocation();
  const isLinkExpired = useExpiredLink();
  const isMfaDue = mfaStatus === 'due';
  const isPasswordDue = isRecovering || isPasswordMissing;
  if (!loading && user && !isPasswordDue && !isMfaDue) return <LeaveTo path={afterSignIn(state)} />;
  return (
    <section className="wrap account">
      <h1>{account.heading}</h1>
      {loading && <p role="status">{account.loading}</p>}
      {!loading && user && (isMfaDue ? <MfaForm /> : <NewPasswordForm />)}
      {!loading && !user && hasSessionEnded(state) && (
        <p role="status" className="lead">
          {account.sessionEnded}
        </p>
      )}
      {!loading && !user && <SignedOutForms asksForLink={isLinkExpired || isRecovering} />}
    </section>
  );
}

/** `asksForLink`: the person came by a recovery link that does not work. */
function SignedOutForms({ asksForLink }: { asksForLink: boolean }) {
  const [tab, setTab] = useState<string>(AUTH_DEFAULT_TAB);
  const [knownEmail, setKnownEmail] = useState('');
  const [recovery, setRecovery] = useState(asksForLink ? { email: '' } : null);
  const recover = (email: string) => setRecovery({ email });
  const signIn = (email: string) => {
    setKnownEmail(email);
    setTab(AUTH_DEFAULT_TAB);
  };
  if (recovery) return <RecoveryForm email={recovery.email} onBack={() => setRecovery(null)} />;
  return (
    <Tabs
      label={account.tabs.label}
      value={tab}
      onChange={setTab}
      keepsPanels
      tabs={[
        {
          value: AUTH_DEFAULT_TAB,
          label: account.tabs.signIn,
          panel: <SignInForm key={knownEmail} knownEmail={knownEmail} onForgot={recover} />,
        },
        {
          value: 'signup',
          label: account.tabs.signUp,
          panel: <SignUpForm onSignIn={signIn} />,
        },
      ]}
    />
  );
}

/** Whether the URL has a link that no longer works; shows this once and removes it from the URL. */
function useExpiredLink(): boolean {
  const navigate = useNavigate();
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    const { kind } = readLinkArrival(window.location.hash);
    if (kind !== 'expired' && kind !== 'failed') return;
    setExpired(true);
    toast(kind === 'expired' ? ACCOUNT_MESSAGES.linkExpired : ACCOUNT_MESSAGES.linkFailed);
    void navigate({ hash: '' }, { replace: true });
  }, [navigate]);
  return isExpired;
}
