import { expect, test } from 'vitest';
import { readLinkArrival } from './link-arrival.ts';

const TOKENS = '#access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&sb=&token_type=bearer';

test('an ordinary URL carries nothing', () => {
  expect(readLinkArrival('')).toEqual({ kind: 'none' });
  expect(readLinkArrival('#usa-services')).toEqual({ kind: 'none' });
});

test('the link of a new account confirms the address', () => {
  expect(readLinkArrival(`${TOKENS}&type=signup`)).toEqual({ kind: 'confirmed' });
});

test('a recovery link is recognised', () => {
  expect(readLinkArrival(`${TOKENS}&type=recovery`)).toEqual({ kind: 'recovery' });
});

test('an invitation leads to the choice of a password too', () => {
  expect(readLinkArrival(`${TOKENS}&type=invite`)).toEqual({ kind: 'recovery' });
});

test('any other link signs in', () => {
  expect(readLinkArrival(`${TOKENS}&type=magiclink`)).toEqual({ kind: 'signed-in' });
});

test('an expired link is recognised', () => {
  const hash = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';
  expect(readLinkArrival(hash)).toEqual({ kind: 'expired' });
});

test('another error keeps its reason', () => {
  expect(readLinkArrival('#error=server_error&error_description=It+broke')).toEqual({
    kind: 'failed',
    reason: 'It broke',
  });
});
