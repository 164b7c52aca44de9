import { createContext, use } from 'react';
import type { Credentials } from '#contract/forms/credentials.ts';
import type {
  AccountSession,
  AccountUser,
  MfaStatus,
  SessionEvent,
  SignInAnswer,
  SignUpAnswer,
} from '#site/gateway/account.ts';
import { SENTENCES } from '#site/messages.ts';

export type Auth = {
  user: AccountUser | null;
  session: AccountSession | null;
  loading: boolean;
  /** Whether admin_users has a row of the user; false until it is known. */
  isAdmin: boolean;
  /** Whether `writers` has a row of the user, who is no administrator. */
  isWriter: boolean;
  /** Whether both are known. */
  isAdminKnown: boolean;
  /** Whether the account has MFA, and whether the session has passed it. */
  mfaStatus: MfaStatus;
  /** Whether administrators and writers must use MFA. */
  isMfaRequired: boolean;
  /** A recovery or invitation link was opened, and no new password was chosen yet. */
  isRecovering: boolean;
  /** The account has no password: it could not be opened again after signing out. */
  isPasswordMissing: boolean;
  signIn: (credentials: Credentials) => Promise<SignInAnswer>;
  signUp: (credentials: Credentials) => Promise<SignUpAnswer>;
  /** Errors are only logged (specification §8). */
  signOut: () => Promise<void>;
  /** Asks for a new password, after a link or a code for one has signed in. */
  beginRecovery: (session: AccountSession) => void;
  endRecovery: () => void;
};

export const CurrentAuth = createContext<Auth | null>(null);

/** The current user and session. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(CurrentAuth);
  if (!auth) throw new Error(SENTENCES.authOutsideProvider);
  return auth;
}

export type AuthState = {
  session: AccountSession | null;
  /** True until the first auth event or session read (specification §4). */
  loading: boolean;
  /** A recovery or invitation link was opened, and no new password was chosen yet. */
  isRecovering: boolean;
};

/** `isPasswordDue`: the session came by a recovery or invitation link, before a reload or in another tab. */
type Found = { session: AccountSession | null; isPasswordDue?: boolean };

export type AuthAction =
  | ({ type: 'event'; event: SessionEvent } & Found)
  | ({ type: 'read' } & Found)
  | { type: 'recovery-ended' };

/** The initial state. `isRecovering` comes from the URL, because the session may be read before its event. */
export function initialAuthState(isRecovering = false): AuthState {
  return { session: null, loading: true, isRecovering };
}

/** The next state. Each event carries the current session; two of them also start or end a recovery. */
export function reduceAuth(state: AuthState, action: AuthAction): AuthState {
  if (action.type === 'recovery-ended') return { ...state, isRecovering: false };
  const isRecovering = state.isRecovering || action.isPasswordDue === true;
  const next = { ...state, session: action.session, loading: false, isRecovering };
  if (action.type === 'read') return next;
  if (action.event === 'PASSWORD_RECOVERY') return { ...next, isRecovering: true };
  if (action.event === 'SIGNED_OUT') return { ...next, isRecovering: false };
  return next;
}
