import { expect, test } from 'vitest';
import { accessOf } from './require-admin.tsx';

const nobody = {
  loading: false,
  user: null,
  isAdmin: false,
  isWriter: false,
  isAdminKnown: false,
  mfaStatus: 'none' as const,
  isMfaRequired: false,
  isPasswordMissing: false,
};
const somebody = { ...nobody, user: { id: 'u1' } };

test('access is loading until the first auth event', () => {
  expect(accessOf({ ...nobody, loading: true })).toBe('loading');
});

test('without a user access is unauthenticated', () => {
  expect(accessOf(nobody)).toBe('unauthenticated');
});

test('a user is not denied before the administrator lookup has ended', () => {
  expect(accessOf(somebody)).toBe('loading');
});

test('a user without a row is denied, an administrator enters', () => {
  expect(accessOf({ ...somebody, isAdminKnown: true })).toBe('denied');
  expect(accessOf({ ...somebody, isAdminKnown: true, isAdmin: true })).toBe('admin');
});

test('a writer enters where they are no administrator', () => {
  const writer = { ...somebody, isAdminKnown: true, isWriter: true };
  expect(accessOf(writer)).toBe('writer');
  expect(accessOf({ ...writer, isMfaRequired: true })).toBe('mfa-missing');
  expect(accessOf({ ...writer, mfaStatus: 'due' })).toBe('unauthenticated');
});

test('an administrator who still has to pass MFA is unauthenticated', () => {
  expect(accessOf({ ...somebody, isAdminKnown: true, isAdmin: true, mfaStatus: 'due' })).toBe('unauthenticated');
});

test('an administrator without a password sets one first', () => {
  expect(accessOf({ ...somebody, isAdminKnown: true, isAdmin: true, isPasswordMissing: true })).toBe('unauthenticated');
});

test('where MFA is required, an administrator without it sets it up first', () => {
  const admin = { ...somebody, isAdminKnown: true, isAdmin: true, isMfaRequired: true };
  expect(accessOf(admin)).toBe('mfa-missing');
  expect(accessOf({ ...admin, mfaStatus: 'passed' })).toBe('admin');
  expect(accessOf({ ...admin, isAdmin: false })).toBe('denied');
});
