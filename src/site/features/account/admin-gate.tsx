import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { dashboard } from '../../content/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { StepRequired } from './step-required.tsx';
import { type Auth, useAuth } from './use-auth.ts';

export type Access = 'loading' | 'unauthenticated' | 'denied' | 'step-missing' | 'admin';
type Known = Pick<Auth, 'loading' | 'isAdmin' | 'isAdminKnown' | 'step' | 'isStepRequired'>;

/**
 * The four states of the dashboard's door (specification §4), and one where a second step is required and missing. It
 * stays closed while the look-up is under way; who has not passed her second step is not signed in yet.
 */
export function accessOf(auth: Known & { user: unknown }): Access {
  if (auth.loading) return 'loading';
  if (!auth.user || auth.step === 'due') return 'unauthenticated';
  if (!auth.isAdminKnown) return 'loading';
  if (!auth.isAdmin) return 'denied';
  return auth.isStepRequired && auth.step === 'none' ? 'step-missing' : 'admin';
}

type AdminGateProps = { children: (admin: { userId: string; signOut: () => void }) => ReactNode };

/** Lets administrators through; the database refuses everybody else in any case. */
export function AdminGate({ children }: AdminGateProps) {
  const auth = useAuth();
  // The session rises with the first code; the recovery codes are still to be shown then.
  const [isSettingUp, setSettingUp] = useState(false);
  const signOut = () => void auth.signOut();
  const access = accessOf(auth);
  if (access === 'loading') return <Waiting />;
  if (access === 'unauthenticated' || !auth.user) return <Navigate to="/auth" replace state={{ from: '/admin' }} />;
  if (access === 'step-missing' || isSettingUp) {
    return <StepRequired onSettingUp={setSettingUp} onSignOut={signOut} />;
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
      <Button variant="line" onClick={onSignOut}>
        {dashboard.signOut}
      </Button>
    </section>
  );
}
