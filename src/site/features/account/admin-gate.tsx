import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { dashboard } from '../../content/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { type Auth, useAuth } from './use-auth.ts';

export type Access = 'loading' | 'unauthenticated' | 'denied' | 'admin';

/** The four states of the dashboard's door (specification §4); it stays closed while the look-up is under way. */
export function accessOf(auth: Pick<Auth, 'loading' | 'isAdmin' | 'isAdminKnown'> & { user: unknown }): Access {
  if (auth.loading) return 'loading';
  if (!auth.user) return 'unauthenticated';
  if (!auth.isAdminKnown) return 'loading';
  return auth.isAdmin ? 'admin' : 'denied';
}

type AdminGateProps = { children: (admin: { userId: string; signOut: () => void }) => ReactNode };

/** Lets administrators through; the database refuses everybody else in any case. */
export function AdminGate({ children }: AdminGateProps) {
  const auth = useAuth();
  const signOut = () => void auth.signOut();
  const access = accessOf(auth);
  if (access === 'loading') return <Waiting />;
  if (access === 'unauthenticated' || !auth.user) return <Navigate to="/auth" replace state={{ from: '/admin' }} />;
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
