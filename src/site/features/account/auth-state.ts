import type { AccountSession, SessionEvent } from '#site/gateway/account.ts';

export type AuthState = {
  session: AccountSession | null;
  /** On until the first auth event or session read (specification §4). */
  loading: boolean;
  /** A recovery link was opened, and the new password is not chosen yet. */
  isRecovering: boolean;
};

export type AuthMove =
  | { type: 'event'; event: SessionEvent; session: AccountSession | null }
  | { type: 'read'; session: AccountSession | null }
  | { type: 'recovery-ended' };

/** Before anything is known. `isRecovering` is told by the address, because the session may be known before its event. */
export function initialAuthState(isRecovering = false): AuthState {
  return { session: null, loading: true, isRecovering };
}

/** The next state. All six events carry the session as it now is; two of them also begin or end a recovery. */
export function moveAuth(state: AuthState, move: AuthMove): AuthState {
  if (move.type === 'recovery-ended') return { ...state, isRecovering: false };
  const next = { ...state, session: move.session, loading: false };
  if (move.type === 'read') return next;
  if (move.event === 'PASSWORD_RECOVERY') return { ...next, isRecovering: true };
  if (move.event === 'SIGNED_OUT') return { ...next, isRecovering: false };
  return next;
}
