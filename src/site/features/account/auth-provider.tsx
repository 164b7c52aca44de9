import { type Dispatch, type ReactNode, useEffect, useMemo, useReducer } from 'react';
import * as account from '#site/gateway/account.ts';
import {
  forgetPasswordDue,
  isPasswordDue,
  isPasswordMissing,
  keepDashboardHint,
  rememberPasswordDue,
  sessionIdOf,
  watchPasswordDue,
} from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { mfaStatusOf } from '#site/gateway/mfa.ts';
import { type AuthMove, type AuthState, initialAuthState, moveAuth } from './auth-state.ts';
import { readLinkArrival } from './link-arrival.ts';
import { dropRepeatedToasts } from './repeated-toasts.ts';
import { siteRoot } from './return-address.ts';
import { useAdminLookup } from './use-admin-lookup.ts';
import { type Auth, CurrentAuth } from './use-auth.ts';

/** Provides the current user in the browser; on the server, and until the session is read, it is loading. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, move] = useReducer(moveAuth, null, () => initialAuthState(arrivesToRecover()));
  const user = state.session?.user ?? null;
  const mfaStatus = mfaStatusOf(state.session);
  const { isAdmin, isAdminKnown, isMfaRequired } = useAdminLookup(user?.id);

  const isHintKnown = !state.loading && (user === null || isAdminKnown);
  useEffect(() => {
    if (isHintKnown) keepDashboardHint(isAdmin);
  }, [isHintKnown, isAdmin]);

  useRememberedRecovery(state, move);
  useWatchedSession(move);
  useEffect(dropRepeatedToasts, []);

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      user,
      isAdmin,
      isAdminKnown,
      mfaStatus,
      isMfaRequired,
      ...ACTIONS,
      isPasswordMissing: isPasswordMissing(user),
      endRecovery: () => {
        forgetPasswordDue();
        move({ type: 'recovery-ended' });
      },
    }),
    [state, user, isAdmin, isAdminKnown, mfaStatus, isMfaRequired],
  );
  return <CurrentAuth value={auth}>{children}</CurrentAuth>;
}

/** Stores that a password is due, and ends the recovery in this tab when a password was set in another. */
function useRememberedRecovery({ isRecovering, session }: AuthState, move: Dispatch<AuthMove>): void {
  const sessionId = isRecovering ? sessionIdOf(session) : undefined;
  useEffect(() => {
    if (sessionId === undefined) return;
    rememberPasswordDue(sessionId);
    return watchPasswordDue(() => move({ type: 'recovery-ended' }));
  }, [sessionId, move]);
}

/** Reports the session and its events to the reducer. */
function useWatchedSession(move: Dispatch<AuthMove>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const listen = async () => {
      const client = await browserClient();
      if (isGone) return;
      stop = account.watchSession(client, (event, session) => {
        if (event === 'SIGNED_OUT') forgetPasswordDue();
        move({ type: 'event', event, session, isPasswordDue: isPasswordDue(session) });
      });
      const session = await account.readSession(client);
      if (!isGone) move({ type: 'read', session, isPasswordDue: isPasswordDue(session) });
    };
    listen().catch((error: unknown) => {
      console.error('The session could not be read:', error);
      move({ type: 'read', session: null });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [move]);
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

/** Read before the client is loaded, because the client removes the tokens from the URL. */
function arrivesToRecover(): boolean {
  return typeof window !== 'undefined' && readLinkArrival(window.location.hash).kind === 'recovery';
}
