import type { AccountSession, SessionEvent } from '#site/gateway/account.ts';

export type AuthState = {
  session: AccountSession | null;
  /** True until the first auth event or session read (specification §4). */
  loading: boolean;
  /** A recovery or invitation link was opened, and no new password was chosen yet. */
  isRecovering: boolean;
};

/** `isPasswordDue`: the session came by a recovery or invitation link, before a reload or in another tab. */
type Found = { session: AccountSession | null; isPasswordDue?: boolean };

export type AuthMove =
  | ({ type: 'event'; event: SessionEvent } & Found)
  | ({ type: 'read' } & Found)
  | { type: 'recovery-ended' };

/** The initial state. `isRecovering` comes from the URL, because the session may be read before its event. */
export function initialAuthState(isRecovering = false): AuthState {
  return { session: null, loading: true, isRecovering };
}

/** The next state. Each event carries the current session; two of them also start or end a recovery. */
export function moveAuth(state: AuthState, move: AuthMove): AuthState {
  if (move.type === 'recovery-ended') return { ...state, isRecovering: false };
  const isRecovering = state.isRecovering || move.isPasswordDue === true;
  const next = { ...state, session: move.session, loading: false, isRecovering };
  if (move.type === 'read') return next;
  if (move.event === 'PASSWORD_RECOVERY') return { ...next, isRecovering: true };
  if (move.event === 'SIGNED_OUT') return { ...next, isRecovering: false };
  return next;
}
