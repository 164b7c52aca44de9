import { expect, test } from 'vitest';
import { codeFault, describeStepFault } from './step-fault.ts';

const fault = (message: string, code?: string, status = 422) => ({ name: 'AuthApiError', message, code, status });

test('a code is told by what is known of it', () => {
  expect(describeStepFault(fault('Invalid TOTP code entered', 'mfa_verification_failed'))).toMatch(
    /not right, or was used/,
  );
});

test('an unknown fault keeps its message, and a silent one gets words', () => {
  expect(describeStepFault(fault('Odd', 'hook_timeout'))).toBe('Odd');
  expect(describeStepFault(fault(''))).toMatch(/went wrong/);
});

test('where no server answered, that is said', () => {
  expect(describeStepFault({ name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 })).toMatch(
    /server did not answer/,
  );
});

test('six digits are a code, however they are spaced', () => {
  expect(codeFault('123 456')).toBeNull();
  expect(codeFault(' ')).toBe('Enter the code.');
  expect(codeFault('12345')).toBe('The code has six digits.');
});
