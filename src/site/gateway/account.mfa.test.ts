import { expect, test } from 'vitest';
import { type AccountSession, type AccountUser, listAuthenticators, mfaStatusOf } from './account.ts';
import { hasRecoveryCodes } from './mfa.ts';

const totp = { id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: 'Phone', created_at: '2026-01-01' };
const userWith = (...factors: object[]) => ({ id: 'u1', factors }) as AccountUser;
const session = (aal: string, user: AccountUser) => {
  // Characters beyond ASCII make base64url differ from base64.
  const payload = Buffer.from(JSON.stringify({ aal, name: 'ÿþýüñ¿' })).toString('base64url');
  return { access_token: `head.${payload}.sign`, user } as AccountSession;
};

test('without a session, and without a factor, there is no MFA', () => {
  expect(mfaStatusOf(null)).toBe('none');
  expect(mfaStatusOf(session('aal1', userWith()))).toBe('none');
  expect(mfaStatusOf(session('aal1', { id: 'u1' } as AccountUser))).toBe('none');
});

test('a verified factor makes MFA due, an unverified one does not', () => {
  expect(mfaStatusOf(session('aal1', userWith(totp)))).toBe('due');
  expect(mfaStatusOf(session('aal1', userWith({ ...totp, status: 'unverified' })))).toBe('none');
});

test('a token at aal2 has passed MFA', () => {
  expect(mfaStatusOf(session('aal2', userWith(totp)))).toBe('passed');
});

test('a malformed token has not passed MFA', () => {
  expect(mfaStatusOf({ access_token: 'nonsense', user: userWith(totp) } as AccountSession)).toBe('due');
});

test('recovery codes are not an authenticator app', () => {
  const user = userWith(totp, { ...totp, id: 'f2', factor_type: 'recovery_code' });
  expect(listAuthenticators(user)).toEqual([{ id: 'f1', name: 'Phone', createdAt: '2026-01-01' }]);
  expect(hasRecoveryCodes(user)).toBe(true);
  expect(hasRecoveryCodes(userWith(totp))).toBe(false);
});
