import { expect, test } from 'vitest';
import { isKnownAddress } from './account.ts';

const error = (message: string, code?: string) => ({ name: 'AuthApiError', message, code });

test('a message that contains "already registered" means a known address', () => {
  expect(isKnownAddress(error('User already registered'), null)).toBe(true);
});

test('the error code means a known address, whatever the message', () => {
  expect(isKnownAddress(error('Bereits vergeben', 'user_already_exists'), null)).toBe(true);
});

test('another error does not mean a known address', () => {
  expect(isKnownAddress(error('Signups not allowed for this instance', 'signup_disabled'), null)).toBe(false);
});

test('a user without identities means a known address', () => {
  expect(isKnownAddress(null, { identities: [] })).toBe(true);
  expect(isKnownAddress(null, { identities: [{}] })).toBe(false);
});
