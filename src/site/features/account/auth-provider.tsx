import { type Dispatch, type ReactNode, useEffect, useReducer, useState } from 'react';
import * as account from '#site/gateway/account.ts';
import {
  hasRole,
  isPasswordDue,
  isPasswordMissing,
  keepDashboardHint,
  mfaStatusOf,
  readMfaRequired,
  sessionIdOf,
  storePasswordDue,
  watchPasswordDue,
} from '#site/gateway/account.ts';
import { browserClient, leaveSession, mayHaveSession, openedClient, watchStoredSession } from '#site/gateway/client.ts';
import { SENTENCES } from '#site/messages.ts';
import { whenUsed } from '#site/ui/when-used.ts';
import { readLinkArrival } from './link-arrival.ts';
import { siteRoot } from './return-address.ts';
import { type Auth, type AuthAction, type AuthState, CurrentAuth, initialAuthState, reduceAuth } from './use-auth.ts';

/** Provides the current user in the browser; on the server, and until the session is read, it is loading. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(reduceAuth, null, () => initialAuthState(arrivesToRecover()));
  const user = state.session?.user ?? null;
  const mfaStatus = mfaStatusOf(state.session);
  const { isAdmin, isWriter, isAdminKnown, isMfaRequired } = useAdminLookup(user?.id);

  const isHintKnown = !state.loading && (user === null || isAdminKnown);
  useEffect(() => {
    if (isHintKnown) keepDashboardHint(isAdmin || isWriter);
  }, [isHintKnown, isAdmin, isWriter]);

  useRememberedRecovery(state, dispatch);
  useWatchedSession(dispatch);

  const auth: Auth = {
    ...state,
    user,
    isAdmin,
    isWriter,
    isAdminKnown,
    mfaStatus,
    isMfaRequired,
    ...ACTIONS,
    isPasswordMissing: isPasswordMissing(user),
    beginRecovery: (session) => dispatch({ type: 'event', event: 'PASSWORD_RECOVERY', session }),
    endRecovery: () => {
      storePasswordDue(null);
      dispatch({ type: 'recovery-ended' });
    },
  };
  return <CurrentAuth value={auth}>{children}</CurrentAuth>;
}

/** Stores that a password is due, and ends the recovery in this tab when a password was set in another. */
function useRememberedRecovery({ isRecovering, session }: AuthState, dispatch: Dispatch<AuthAction>): void {
  const sessionId = isRecovering ? sessionIdOf(session) : undefined;
  useEffect(() => {
    if (sessionId === undefined) return;
    storePasswordDue(sessionId);
    return watchPasswordDue(() => dispatch({ type: 'recovery-ended' }));
  }, [sessionId, dispatch]);
}

/** Reports the session and its events to the reducer. */
function useWatchedSession(dispatch: Dispatch<AuthAction>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const stopWaiting = mayHaveSession() ? undefined : openWhenNeeded();
    // Without a session the page is complete at once, and the client is loaded when somebody begins to use the form.
    if (stopWaiting) dispatch({ type: 'read', session: null });
    const listen = async () => {
      const client = await (stopWaiting ? openedClient() : browserClient());
      if (isGone) return;
      stop = account.watchSession(client, (event, session) => {
        if (event === 'SIGNED_OUT') storePasswordDue(null);
        dispatch({ type: 'event', event, session, isPasswordDue: isPasswordDue(session) });
      });
      const session = await account.readSession(client);
      if (!isGone) dispatch({ type: 'read', session, isPasswordDue: isPasswordDue(session) });
    };
    listen().catch((error: unknown) => {
      console.error('The session could not be read:', error);
      dispatch({ type: 'read', session: null });
    });
    return () => {
      isGone = true;
      stop?.();
      stopWaiting?.();
    };
  }, [dispatch]);
}

/** Opens the client at the first use of the page, or at a sign-in in another tab; returns what ends the waiting. */
function openWhenNeeded(): () => void {
  const open = (): void => void browserClient().catch(() => {});
  const ends = [whenUsed(open), watchStoredSession(open)];
  return () => ends.forEach((end) => end());
}

const ACTIONS: Pick<Auth, 'signIn' | 'signUp' | 'signOut'> = {
  signIn: async (credentials) => account.signIn(await browserClient(), credentials),
  signUp: async (credentials) => account.signUp(await browserClient(), credentials, siteRoot()),
  signOut: async () => {
    try {
      const client = await browserClient();
      leaveSession();
      const { error } = await account.signOut(client);
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

type Lookup = { isAdmin: boolean; isWriter: boolean; isMfaRequired: boolean };
type Finding = Lookup & { userId: string };

const NOBODY: Lookup = { isAdmin: false, isWriter: false, isMfaRequired: false };

/**
 * Whether the user is an administrator or else a writer, read once for each user. An error counts as no (specification
 * §8). The result has its user's id, so that it is never used for another user.
 */
function useAdminLookup(userId: string | undefined): Lookup & { isAdminKnown: boolean } {
  const [finding, setFinding] = useState<Finding | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void findAdmin(userId).then((found) => {
      if (!isCurrent) return;
      // A failed later read, as after signing in again, leaves what is known of this user.
      setFinding((last) => (found || last?.userId !== userId ? { userId, ...(found ?? NOBODY) } : last));
    });
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  const isAdminKnown = finding?.userId === userId;
  const { isAdmin, isWriter, isMfaRequired } = userId && finding && isAdminKnown ? finding : NOBODY;
  return { isAdmin, isWriter, isMfaRequired, isAdminKnown };
}

/** Null after an error. */
async function findAdmin(userId: string): Promise<Lookup | null> {
  try {
    const client = await browserClient();
    const [isAdmin, isMfaRequired] = await Promise.all([
      hasRole(client, 'admin_users', userId),
      readMfaRequired(client),
    ]);
    if (!isAdmin) console.info(SENTENCES.notAnAdmin);
    return { isAdmin, isWriter: !isAdmin && (await hasRole(client, 'writers', userId)), isMfaRequired };
  } catch (error) {
    console.info(SENTENCES.notAnAdmin, error);
    return null;
  }
}
