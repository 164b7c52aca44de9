import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { AUTH_DEFAULT_TAB } from '#contract/limits.ts';
import { account } from '#site/content/account.ts';
import { readMailedLink } from '#site/gateway/mailed-links.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { hydrates } from '#site/route-table.ts';
import { keepToastsOnLeave } from '#site/ui/kept-toasts.ts';
import { Tabs } from '#site/ui/tabs.tsx';
import { toast } from '#site/ui/toast.ts';
import { EmailLinkForm } from './email-link-form.tsx';
import { readLinkArrival } from './link-arrival.ts';
import { afterSignIn, type SignInWay, signInWay } from './return-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import { NewPasswordForm, RecoveryForm, SignUpForm } from './sign-up-form.tsx';
import { dismissAccountErrors } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

/** Only for those with a second factor. */
const MfaForm = lazy(async () => ({ default: (await import('./mfa-form.tsx')).MfaForm }));
/** Only for those who come by a mailed link. */
const MailedLinkForm = lazy(async () => ({ default: (await import('./mailed-link-form.tsx')).MailedLinkForm }));

/**
 * The content of /auth. A signed-in person is redirected, unless a mailed link waits, or MFA or a new password is due: after a recovery link, and
 * while the account has none. The service accepts a password only after MFA.
 */
export function AccountPage() {
  const { loading, user, isRecovering, isPasswordMissing, mfaStatus } = useAuth();
  const { state, search } = useLocation();
  const failedLink = useArrival(user !== null);
  const isMfaDue = mfaStatus === 'due';
  const isPasswordDue = isRecovering || isPasswordMissing;
  const link = readMailedLink(search);
  if (!loading && !link && user && !isPasswordDue && !isMfaDue) return <LeaveTo path={afterSignIn(state, search)} />;
  return (
    <section className="wrap account">
      <h1>{account.heading}</h1>
      {loading ? <Loading /> : <Suspense fallback={<Loading />}>{chooseForm()}</Suspense>}
    </section>
  );

  function chooseForm() {
    if (link) return <MailedLinkForm key={link.token} link={link} />;
    if (!user) return <SignedOutForms start={isRecovering ? 'recovery' : failedLink} />;
    return isMfaDue ? <MfaForm /> : <NewPasswordForm />;
  }
}

const Loading = () => <p role="status">{account.loading}</p>;

/** The form that replaces the tabs: for a link to choose a password, or for one that signs in. */
type LinkForm = 'recovery' | 'sign-in';

/** `start`: the person came by a link that does not work, and needs another. */
function SignedOutForms({ start }: { start: LinkForm | undefined }) {
  const [tab, setTab] = useState<string>(AUTH_DEFAULT_TAB);
  const [knownEmail, setKnownEmail] = useState('');
  const [link, setLink] = useState(start ? { form: start, email: '' } : null);
  const signIn = (email: string) => {
    setKnownEmail(email);
    setTab(AUTH_DEFAULT_TAB);
  };
  if (link) {
    const Form = link.form === 'recovery' ? RecoveryForm : EmailLinkForm;
    return <Form email={link.email} onBack={() => setLink(null)} />;
  }
  return (
    <Tabs
      label={account.tabs.label}
      value={tab}
      onChange={(next) => {
        dismissAccountErrors();
        setTab(next);
      }}
      keepsPanels
      tabs={[
        {
          value: AUTH_DEFAULT_TAB,
          label: account.tabs.signIn,
          panel: (
            <SignInForm
              key={knownEmail}
              knownEmail={knownEmail}
              onForgot={(email) => setLink({ form: 'recovery', email })}
              onEmailLink={(email) => setLink({ form: 'sign-in', email })}
            />
          ),
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

/**
 * Shows the result of a mailed link or of a sign-in at a provider once, and removes an error from the URL. Returns the
 * form that requests another link if the link does not work.
 */
function useArrival(isSignedIn: boolean): LinkForm | undefined {
  const navigate = useNavigate();
  const [failed, setFailed] = useState<LinkForm>();
  const [isArriving, setArriving] = useState(false);
  useEffect(() => {
    const { kind } = readLinkArrival(window.location.hash);
    const { search } = window.location;
    const way = signInWay(search);
    setArriving(kind === 'signed-in');
    if (kind !== 'expired' && kind !== 'failed') return;
    if (way !== 'provider') setFailed(way === 'link' ? 'sign-in' : 'recovery');
    toast(messageOf(kind, way));
    void navigate({ search, hash: '' }, { replace: true });
  }, [navigate]);
  useEffect(() => {
    if (isArriving && isSignedIn) toast(MESSAGES.signedIn);
  }, [isArriving, isSignedIn]);
  return failed;
}

function messageOf(kind: 'expired' | 'failed', way: SignInWay | undefined) {
  if (way === 'provider') return ACCOUNT_MESSAGES.providerFailed;
  if (kind === 'failed') return ACCOUNT_MESSAGES.linkFailed;
  return way === 'link' ? ACCOUNT_MESSAGES.signInLinkExpired : ACCOUNT_MESSAGES.linkExpired;
}

const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? '';

/** Leads to another page and replaces this one in the history: in place where React Router runs it, else by its document. */
function LeaveTo({ path }: { path: string }) {
  const isInPlace = hydrates(pathOf(path));
  useEffect(() => {
    if (isInPlace) return;
    keepToastsOnLeave();
    window.location.replace(path);
  }, [isInPlace, path]);
  return isInPlace ? <Navigate to={path} replace /> : null;
}
