import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AUTH_DEFAULT_TAB } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { Tabs } from '#site/ui/tabs.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { afterSignIn } from './return-address.ts';
import { MfaForm } from './mfa-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAuth } from './use-auth.ts';
import { useDeadLink } from './use-dead-link.ts';

/**
 * What /auth shows; a signed-in person is sent on, unless her second step is due or a recovery link brought her to
 * choose a password: the service takes a new one only after the second step.
 */
export function AccountPage() {
  const { loading, user, isRecovering, mfaStatus } = useAuth();
  const { state } = useLocation();
  const isLinkDead = useDeadLink();
  const isMfaDue = mfaStatus === 'due';
  if (!loading && user && !isRecovering && !isMfaDue) return <Navigate to={afterSignIn(state)} replace />;
  return (
    <section className="wrap account">
      <h1>{account.heading}</h1>
      {loading && <p role="status">{account.loading}</p>}
      {!loading && user && (isMfaDue ? <MfaForm /> : <NewPasswordForm />)}
      {!loading && !user && <SignedOutForms asksForLink={isLinkDead || isRecovering} />}
    </section>
  );
}

/** `asksForLink`: a recovery link brought her here, and did not work. */
function SignedOutForms({ asksForLink }: { asksForLink: boolean }) {
  const [tab, setTab] = useState<string>(AUTH_DEFAULT_TAB);
  const [recovery, setRecovery] = useState(asksForLink ? { email: '' } : null);
  const recover = (email: string) => setRecovery({ email });
  if (recovery) return <RecoveryForm email={recovery.email} onBack={() => setRecovery(null)} />;
  return (
    <Tabs
      label={account.tabs.label}
      value={tab}
      onChange={setTab}
      keepsPanels
      tabs={[
        { value: AUTH_DEFAULT_TAB, label: account.tabs.signIn, panel: <SignInForm onForgot={recover} /> },
        {
          value: 'signup',
          label: account.tabs.signUp,
          panel: <SignUpForm onSignIn={() => setTab(AUTH_DEFAULT_TAB)} />,
        },
      ]}
    />
  );
}
