import { expect, test } from 'vitest';
import { adviceFor, describeError } from './error-advice.tsx';

const FALLBACK = 'Failed to sign in. Please check your credentials.';
const error = (message: string, code?: string, status = 400) => ({ name: 'AuthApiError', message, code, status });

test("the server's message is shown as it is", () => {
  expect(describeError(error('Invalid login credentials', 'invalid_credentials'), FALLBACK)).toBe(
    'Invalid login credentials',
  );
});

test('without a message the specified sentence is shown', () => {
  expect(describeError(error(''), FALLBACK)).toBe(FALLBACK);
});

test('where no server answered, the message does not blame the credentials', () => {
  const offline = { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 };
  expect(describeError(offline, FALLBACK)).toMatch(/server did not answer/);
  expect(adviceFor(offline)?.text).toMatch(/still here/);
  expect(describeError(error('{}', undefined, 502), FALLBACK)).toMatch(/server did not answer/);
});

test('an unconfirmed address gets the offer of another link', () => {
  expect(adviceFor(error('Email not confirmed', 'email_not_confirmed'))?.remedy).toBe('resend');
});

test('an unknown code has no advice', () => {
  expect(adviceFor(error('Odd', 'hook_timeout'))).toBeNull();
  expect(adviceFor(error('Odd'))).toBeNull();
});
