import { expect, test } from 'vitest';
import { describeMfaError, validateCode } from './use-mfa-call.ts';

const error = (message: string, code?: string, status = 422) => ({ name: 'AuthApiError', message, code, status });

test('a known error code has its own message', () => {
  expect(describeMfaError(error('Invalid TOTP code entered', 'mfa_verification_failed'))).toMatch(/wrong, or was used/);
});

test('an unknown error keeps its message, and an empty message is replaced', () => {
  expect(describeMfaError(error('Odd', 'hook_timeout'))).toBe('Odd');
  expect(describeMfaError(error(''))).toMatch(/went wrong/);
});

test('a missing answer has its own message', () => {
  expect(describeMfaError({ name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 })).toMatch(
    /server did not answer/,
  );
});

test('six digits with any spaces are a code', () => {
  expect(validateCode('123 456')).toBeNull();
  expect(validateCode(' ')).toBe('Enter the code.');
  expect(validateCode('12345')).toBe('The code has six digits.');
});
