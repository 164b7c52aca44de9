import { expect, test } from 'vitest';
import { accessOf } from './require-admin.tsx';

const nobody = {
  ...{ loading: false, user: null, isAdmin: false, isAdminKnown: false },
  ...{ mfaStatus: 'none' as const, isMfaRequired: false },
};
const somebody = { ...nobody, user: { id: 'u1' } };

test('the door waits for the first auth event', () => {
  expect(accessOf({ ...nobody, loading: true })).toBe('loading');
});

test('nobody is sent to sign in', () => {
  expect(accessOf(nobody)).toBe('unauthenticated');
});

test('a user is not denied before the look-up has ended', () => {
  expect(accessOf(somebody)).toBe('loading');
});

test('a user without a row is denied, an administrator enters', () => {
  expect(accessOf({ ...somebody, isAdminKnown: true })).toBe('denied');
  expect(accessOf({ ...somebody, isAdminKnown: true, isAdmin: true })).toBe('admin');
});

test('before MFA an administrator is not signed in, and nothing of the dashboard is shown', () => {
  expect(accessOf({ ...somebody, isAdminKnown: true, isAdmin: true, mfaStatus: 'due' })).toBe('unauthenticated');
});

test('where MFA is required, an administrator without it sets it up first', () => {
  const admin = { ...somebody, isAdminKnown: true, isAdmin: true, isMfaRequired: true };
  expect(accessOf(admin)).toBe('mfa-missing');
  expect(accessOf({ ...admin, mfaStatus: 'passed' })).toBe('admin');
  expect(accessOf({ ...admin, isAdmin: false })).toBe('denied');
});
