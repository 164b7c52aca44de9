import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { dashboard } from '#site/content/dashboard.ts';
import { mfa } from '#site/content/mfa.ts';
import { notFound } from '#site/content/not-found.ts';
import type { AccountUser } from '#site/gateway/account.ts';
import { guardSession } from '#site/gateway/client.ts';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';
import { EnrolApp } from './enrol-app.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { type Auth, useAuth } from './use-auth.ts';

type Access = 'loading' | 'unauthenticated' | 'denied' | 'mfa-missing' | 'admin' | 'writer';
type Known = Pick<
  Auth,
  'loading' | 'isAdmin' | 'isWriter' | 'isAdminKnown' | 'mfaStatus' | 'isMfaRequired' | 'isPasswordMissing'
>;

/**
 * The four states of access to the dashboard (specification §4), one for writers, and one for MFA that is required and
 * missing. A session that still has to pass MFA, or to set its first password, is not signed in yet.
 */
export function accessOf(auth: Known & { user: unknown }): Access {
  if (auth.loading) return 'loading';
  if (!auth.user || auth.mfaStatus === 'due' || auth.isPasswordMissing) return 'unauthenticated';
  if (!auth.isAdminKnown) return 'loading';
  if (!auth.isAdmin && !auth.isWriter) return 'denied';
  if (auth.isMfaRequired && auth.mfaStatus === 'none') return 'mfa-missing';
  return auth.isAdmin ? 'admin' : 'writer';
}

type Shown = { userId: string; isWriter: boolean; signOut: () => void };
type RequireAdminProps = { children: (person: Shown) => ReactNode };

/** Renders its children for administrators and writers only; row-level security rejects everybody else in any case. */
export function RequireAdmin({ children }: RequireAdminProps) {
  const auth = useAuth();
  const { search } = useLocation();
  // Its toolbar and menus are popovers.
  const isTooOld = useIsHydrated() && !('popover' in HTMLElement.prototype);
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
  const { shown, isReplaced } = useShownAdmin(access, auth, isSigningOut);
  const isEnded = access === 'unauthenticated' && shown !== null;
  if (isTooOld) return <Message {...dashboard.tooOld} />;
  if (shown && !isReplaced && (isEnded || (isEntering(access) && !isSettingUp))) {
    return (
      <>
        {children({ userId: shown.user.id, isWriter: shown.isWriter, signOut })}
        {isEnded && <SignInAgain email={shown.user.email ?? ''} returnTo={`/admin${search}`} onLeave={signOut} />}
      </>
    );
  }
  if (isReplaced || access === 'loading' || (isSigningOut && auth.user)) return <Waiting />;
  if (access === 'unauthenticated' || !auth.user) {
    return <Navigate to="/auth" replace state={{ from: `/admin${search}` }} />;
  }
  if (access === 'mfa-missing' || isSettingUp) {
    return <MfaRequired onSettingUp={endSettingUp} onSignOut={signOut} />;
  }
  return <Denied onSignOut={signOut} />;
}

const isEntering = (access: Access): boolean => access === 'admin' || access === 'writer';

/**
 * The administrator or writer whose dashboard is shown. It stays when the session ends by itself, until the same person has signed
 * in again. For another one the page is loaded again, so that nothing of the first is shown, or still saved.
 */
function useShownAdmin(access: Access, { user }: Auth, isSigningOut: boolean) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<{ user: AccountUser; isWriter: boolean } | null>(null);
  const [isReplaced, setReplaced] = useState(false);
  if (!isReplaced && user && shown && user.id !== shown.user.id) setReplaced(true);
  if (isSigningOut || access === 'denied' || access === 'mfa-missing') {
    if (shown) setShown(null);
  } else if (isEntering(access) && user && !shown) setShown({ user, isWriter: access === 'writer' });

  const id = shown?.user.id;
  useEffect(() => (id === undefined ? undefined : guardSession(id)), [id]);
  useEffect(() => {
    if (isReplaced) window.location.reload();
  }, [isReplaced]);
  const isEnded = id !== undefined && access === 'unauthenticated';
  useEffect(() => {
    if (isEnded) return () => void queryClient.invalidateQueries();
  }, [isEnded, queryClient]);
  return { shown, isReplaced };
}

function Waiting() {
  return (
    <section className="wrap account account--message">
      <h1 className="sr-only">{dashboard.heading}</h1>
      <p role="status">{dashboard.loading}</p>
    </section>
  );
}

type MessageProps = { heading: string; text: string; children?: ReactNode };

function Message({ heading, text, children }: MessageProps) {
  return (
    <section className="wrap account account--message">
      <h1>{heading}</h1>
      <p className="lead">{text}</p>
      {children}
    </section>
  );
}

function Denied({ onSignOut }: { onSignOut: () => void }) {
  return (
    <Message {...dashboard.denied}>
      <p className="actions row">
        <Button variant="line" onClick={onSignOut}>
          {dashboard.signOut}
        </Button>
        <GoLink href={notFound.home.href}>{notFound.home.label}</GoLink>
      </p>
    </Message>
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
