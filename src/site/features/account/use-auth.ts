import { createContext, use } from 'react';
import type { Credentials } from '#contract/forms/credentials.ts';
import type { AccountSession, AccountUser, SignInAnswer, SignUpAnswer } from '#site/gateway/account.ts';
import type { MfaStatus } from '#site/gateway/mfa.ts';
import { SENTENCES } from '#site/messages.ts';

export type Auth = {
  user: AccountUser | null;
  session: AccountSession | null;
  loading: boolean;
  /** Whether admin_users has a row of the user; false until it is known. */
  isAdmin: boolean;
  isAdminKnown: boolean;
  /** Whether the account has MFA, and whether the session has passed it. */
  mfaStatus: MfaStatus;
  /** Whether administrators must use MFA. */
  isMfaRequired: boolean;
  /** A recovery or invitation link was opened, and no new password was chosen yet. */
  isRecovering: boolean;
  /** The account has no password: it could not be opened again after signing out. */
  isPasswordMissing: boolean;
  signIn: (credentials: Credentials) => Promise<SignInAnswer>;
  signUp: (credentials: Credentials) => Promise<SignUpAnswer>;
  /** Errors are only logged (specification §8). */
  signOut: () => Promise<void>;
  endRecovery: () => void;
};

export const CurrentAuth = createContext<Auth | null>(null);

/** The current user and session. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(CurrentAuth);
  if (!auth) throw new Error(SENTENCES.authOutsideProvider);
  return auth;
}
