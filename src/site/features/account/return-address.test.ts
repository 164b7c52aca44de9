import { expect, test } from 'vitest';
import { afterSignIn, hasSessionEnded } from './return-address.ts';

test('a sign-in returns to the address of the dashboard that redirected to it', () => {
  expect(afterSignIn({ from: '/admin' })).toBe('/admin');
  expect(afterSignIn({ from: '/admin?tab=posts&post=new' })).toBe('/admin?tab=posts&post=new');
});

test.each([
  null,
  undefined,
  {},
  { from: 7 },
  { from: '//other.example/admin' },
  { from: '/adminx' },
  { from: '/blog' },
])('a sign-in returns to no other address: %j', (state) => {
  expect(afterSignIn(state)).toBe('/');
});

test('only a dashboard whose session ended says so', () => {
  expect(hasSessionEnded({ from: '/admin', hasSessionEnded: true })).toBe(true);
  expect([null, { from: '/admin' }, { hasSessionEnded: 'yes' }].map(hasSessionEnded)).toEqual([false, false, false]);
});
