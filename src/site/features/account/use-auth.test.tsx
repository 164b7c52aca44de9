import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AccountSession, SessionEvent } from '#site/gateway/account.ts';
import { initialAuthState, reduceAuth, useAuth } from './use-auth.ts';

function Outsider() {
  return useAuth().user?.id;
}

test('outside its provider useAuth throws', () => {
  expect(() => renderToString(<Outsider />)).toThrow('useAuth must be used within an AuthProvider');
});

const session = { user: { id: 'u1' } } as AccountSession;
const after = (event: SessionEvent, of: AccountSession | null = session, isRecovering = false) =>
  reduceAuth(initialAuthState(isRecovering), { type: 'event', event, session: of });

test('loading is true until the first event', () => {
  expect(initialAuthState().loading).toBe(true);
  expect(after('INITIAL_SESSION', null)).toEqual({ session: null, loading: false, isRecovering: false });
});

test('reading the session ends loading too', () => {
  expect(reduceAuth(initialAuthState(), { type: 'read', session }).loading).toBe(false);
});

test.each(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'PASSWORD_RECOVERY'] as const)(
  '%s sets the session',
  (event) => expect(after(event).session).toBe(session),
);

test('signing out removes the session', () => {
  const signedIn = after('SIGNED_IN');
  expect(reduceAuth(signedIn, { type: 'event', event: 'SIGNED_OUT', session: null }).session).toBeNull();
});

test('a recovery starts with its event and stays until it is ended', () => {
  const recovering = after('PASSWORD_RECOVERY');
  expect(recovering.isRecovering).toBe(true);
  const refreshed = reduceAuth(recovering, { type: 'event', event: 'TOKEN_REFRESHED', session });
  expect(refreshed.isRecovering).toBe(true);
  expect(reduceAuth(refreshed, { type: 'recovery-ended' }).isRecovering).toBe(false);
});

test('a session that is read before the recovery event does not end a recovery from the URL', () => {
  expect(after('INITIAL_SESSION', session, true).isRecovering).toBe(true);
});

test('a session that is known to need a password starts a recovery, also when it is only read', () => {
  expect(reduceAuth(initialAuthState(), { type: 'read', session, isPasswordDue: true }).isRecovering).toBe(true);
});
