import { expect, test } from 'vitest';
import { tellsKnownAddress } from './account.ts';

const error = (message: string, code?: string) => ({ name: 'AuthApiError', message, code });

test('a message that contains "already registered" tells a known address', () => {
  expect(tellsKnownAddress(error('User already registered'), null)).toBe(true);
});

test('so does its code, whatever the words', () => {
  expect(tellsKnownAddress(error('Bereits vergeben', 'user_already_exists'), null)).toBe(true);
});

test('another error does not', () => {
  expect(tellsKnownAddress(error('Signups not allowed for this instance', 'signup_disabled'), null)).toBe(false);
});

test('a user without identities is how a service that hides who is known tells it', () => {
  expect(tellsKnownAddress(null, { identities: [] })).toBe(true);
  expect(tellsKnownAddress(null, { identities: [{}] })).toBe(false);
});
