import { type ReactNode, useEffect, useMemo, useReducer } from 'react';
import * as account from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { mfaStatusOf } from '#site/gateway/mfa-status.ts';
import { initialAuthState, moveAuth } from './auth-state.ts';
import { siteRoot } from './return-address.ts';
import { readLinkArrival } from './link-arrival.ts';
import { useDashboardHint } from './use-dashboard-hint.ts';
import { useAdminLookup } from './use-admin-lookup.ts';
import { type Auth, AuthContext } from './use-auth.ts';

/** Knows who is here, in the browser; on the server, and until the browser has looked, it is loading. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, move] = useReducer(moveAuth, null, () => initialAuthState(arrivesToRecover()));
  const user = state.session?.user ?? null;
  const mfaStatus = mfaStatusOf(state.session);
  const { isAdmin, isAdminKnown, isMfaRequired } = useAdminLookup(user?.id);
  useDashboardHint(state.loading, user === null || isAdminKnown, isAdmin);

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const listen = async () => {
      const client = await browserClient();
      if (isGone) return;
      stop = account.watchSession(client, (event, session) => move({ type: 'event', event, session }));
      const session = await account.readSession(client);
      if (!isGone) move({ type: 'read', session });
    };
    listen().catch((error: unknown) => {
      console.error('The session could not be read:', error);
      move({ type: 'read', session: null });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);

  const auth = useMemo<Auth>(
    () => ({
      ...{ ...state, user, isAdmin, isAdminKnown, mfaStatus, isMfaRequired, ...ACTIONS },
      endRecovery: () => move({ type: 'recovery-ended' }),
    }),
    [state, user, isAdmin, isAdminKnown, mfaStatus, isMfaRequired],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

const ACTIONS: Pick<Auth, 'signIn' | 'signUp' | 'signOut'> = {
  signIn: async (credentials) => account.signIn(await browserClient(), credentials),
  signUp: async (credentials) => account.signUp(await browserClient(), credentials, siteRoot()),
  signOut: async () => {
    try {
      const { error } = await account.signOut(await browserClient());
      if (error) console.error('Sign-out failed:', error);
    } catch (error) {
      console.error('Sign-out failed:', error);
    }
  },
};

/** Asked before the client is loaded, since it takes the tokens out of the address. */
function arrivesToRecover(): boolean {
  return typeof window !== 'undefined' && readLinkArrival(window.location.hash).kind === 'recovery';
}
