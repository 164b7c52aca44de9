import { createContext, use } from 'react';
import type { Credentials } from '#contract/forms/credentials.ts';
import type { AccountSession, AccountUser, SignInAnswer, SignUpAnswer } from '#site/gateway/account.ts';
import type { MfaStatus } from '#site/gateway/mfa-status.ts';
import { SENTENCES } from '#site/messages.ts';

export type Auth = {
  user: AccountUser | null;
  session: AccountSession | null;
  loading: boolean;
  /** Whether admin_users holds the user's row; false while that is being asked. */
  isAdmin: boolean;
  isAdminKnown: boolean;
  /** How far the session has come with the account's second step. */
  mfaStatus: MfaStatus;
  /** Whether administrators must have one. */
  isMfaRequired: boolean;
  isRecovering: boolean;
  signIn: (credentials: Credentials) => Promise<SignInAnswer>;
  signUp: (credentials: Credentials) => Promise<SignUpAnswer>;
  /** Errors are only logged (specification §8). */
  signOut: () => Promise<void>;
  endRecovery: () => void;
};

export const AuthContext = createContext<Auth | null>(null);

/** The account of whoever is here. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error(SENTENCES.authOutsideProvider);
  return auth;
}
