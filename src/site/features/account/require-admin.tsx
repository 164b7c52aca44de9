import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { dashboard } from '#site/content/dashboard.ts';
import { mfa } from '#site/content/mfa.ts';
import { notFound } from '#site/content/not-found.ts';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { EnrolApp } from './enrol-app.tsx';
import { type Auth, useAuth } from './use-auth.ts';

type Access = 'loading' | 'unauthenticated' | 'denied' | 'mfa-missing' | 'admin';
type Known = Pick<Auth, 'loading' | 'isAdmin' | 'isAdminKnown' | 'mfaStatus' | 'isMfaRequired' | 'isPasswordMissing'>;

/**
 * The four states of access to the dashboard (specification §4), and one for MFA that is required and missing. A session
 * that still has to pass MFA, or to set its first password, is not signed in yet.
 */
export function accessOf(auth: Known & { user: unknown }): Access {
  if (auth.loading) return 'loading';
  if (!auth.user || auth.mfaStatus === 'due' || auth.isPasswordMissing) return 'unauthenticated';
  if (!auth.isAdminKnown) return 'loading';
  if (!auth.isAdmin) return 'denied';
  return auth.isMfaRequired && auth.mfaStatus === 'none' ? 'mfa-missing' : 'admin';
}

type RequireAdminProps = { children: (admin: { userId: string; signOut: () => void }) => ReactNode };

/** Renders its children for administrators only; row-level security rejects everybody else in any case. */
export function RequireAdmin({ children }: RequireAdminProps) {
  const auth = useAuth();
  const { search } = useLocation();
  // The first code lifts the session to aal2, but the recovery codes are still to be shown.
  const [isSettingUp, setSettingUp] = useState(false);
  const [isSigningOut, setSigningOut] = useState(false);
  const signOut = () => {
    setSigningOut(true);
    void auth.signOut();
  };
  const endSettingUp = (isBegun: boolean): void => {
    setSettingUp(isBegun);
    // The form is replaced by the dashboard; its heading is read from here.
    if (!isBegun) document.querySelector('main')?.focus();
  };
  const access = accessOf(auth);
  const [wasAdmin, setWasAdmin] = useState(false);
  if (access === 'admin' && !wasAdmin) setWasAdmin(true);
  if (access === 'loading') return <Waiting />;
  if (access === 'unauthenticated' || !auth.user) {
    const from = { from: `/admin${search}`, hasSessionEnded: wasAdmin && !isSigningOut };
    return <Navigate to="/auth" replace state={from} />;
  }
  if (access === 'mfa-missing' || isSettingUp) {
    return <MfaRequired onSettingUp={endSettingUp} onSignOut={signOut} />;
  }
  if (access === 'denied') return <Denied onSignOut={signOut} />;
  return children({ userId: auth.user.id, signOut });
}

function Waiting() {
  return (
    <section className="wrap account account--message">
      <h1 className="sr-only">{dashboard.heading}</h1>
      <p role="status">{dashboard.loading}</p>
    </section>
  );
}

function Denied({ onSignOut }: { onSignOut: () => void }) {
  return (
    <section className="wrap account account--message">
      <h1>{dashboard.denied.heading}</h1>
      <p className="lead">{dashboard.denied.text}</p>
      <p className="actions row">
        <Button variant="line" onClick={onSignOut}>
          {dashboard.signOut}
        </Button>
        <GoLink href={notFound.home.href}>{notFound.home.label}</GoLink>
      </p>
    </section>
  );
}

type MfaRequiredProps = { onSettingUp: (isSettingUp: boolean) => void; onSignOut: () => void };

/** In place of the dashboard where MFA is required and the account has none: sets it up. */
function MfaRequired({ onSettingUp, onSignOut }: MfaRequiredProps) {
  const words = mfa.required;
  return (
    <section className="wrap account account--wide">
      <h1>{words.heading}</h1>
      <p className="lead">{words.text}</p>
      <EnrolApp headingLevel={2} onBegin={() => onSettingUp(true)} onEnd={() => onSettingUp(false)} />
      <Button variant="line" size="small" onClick={onSignOut}>
        {dashboard.signOut}
      </Button>
    </section>
  );
}
