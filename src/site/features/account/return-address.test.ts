import { afterEach, expect, test, vi } from 'vitest';
import { afterSignIn, signInReturn, signInWay } from './return-address.ts';

afterEach(() => void vi.unstubAllGlobals());

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

test('a mailed link and a provider come back with the way and the target', () => {
  vi.stubGlobal('window', { location: { origin: 'https://firm.example' } });
  const { origin, pathname, search } = new URL(signInReturn('link', '/admin?tab=users&post=new'));
  expect(origin + pathname).toBe('https://firm.example/auth');
  expect(signInWay(search)).toBe('link');
  expect(afterSignIn(null, search)).toBe('/admin?tab=users&post=new');
  expect(signInReturn('provider', '/')).toBe('https://firm.example/auth?by=provider');
});

test.each(['//other.example/admin', 'https://other.example/admin', '/admin/../blog', '/adminx', '/blog', ''])(
  'a return address leads to no other address: %s',
  (target) => {
    expect(afterSignIn(null, `?${new URLSearchParams({ next: target })}`)).toBe('/');
  },
);

test('an unknown way is none', () => {
  expect(['', '?by=', '?by=other', '?by=link&by=x'].map(signInWay)).toEqual([undefined, undefined, undefined, 'link']);
});
