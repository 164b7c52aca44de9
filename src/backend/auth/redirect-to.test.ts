import { expect, test } from 'vitest';
import { chooseRedirect, globToRegExp } from './redirect-to.ts';

const rules = { siteUrl: 'https://firm.example', allowList: ['https://*.preview.example/**', 'app://open'] };
const SITE = 'https://firm.example';

test.each([
  ['the site itself', 'https://firm.example/welcome?a=1', 'https://firm.example/welcome?a=1'],
  ['a loopback address', 'http://127.0.0.1:5173/', 'http://127.0.0.1:5173/'],
  ['a loopback address of IPv6', 'http://[::1]:5173/x', 'http://[::1]:5173/x'],
  ['the allow list', 'https://one.preview.example/a/b', 'https://one.preview.example/a/b'],
  ['an app of the allow list', 'app://open', 'app://open'],
])('a link may lead to %s', (_, wanted, chosen) => {
  expect(chooseRedirect(rules, [wanted])).toBe(chosen);
});

test.each([
  'https://evil.example/',
  'https://firm.example.evil.example/',
  'https://firm.example@evil.example/',
  'https://firm.example:8443/',
  'http://firm.example/',
  'https:\\\\evil.example',
  '//evil.example',
  'https://a.b.preview.example/',
  'https://evil.example/#https://one.preview.example/',
  'https://evil.example/?x.preview.example/',
  'http://127.0.0.1.evil.example/',
  'http://localhost:3000/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/relative',
  'https://',
  '',
])('a link does not lead to %j, but to the site', (wanted) => {
  expect(chooseRedirect(rules, [wanted])).toBe(SITE);
});

test('the referrer is the second choice', () => {
  expect(chooseRedirect(rules, [undefined, 'https://firm.example/auth'])).toBe('https://firm.example/auth');
  expect(chooseRedirect(rules, ['https://evil.example', 'https://firm.example/auth'])).toBe(
    'https://firm.example/auth',
  );
});

test('no allow list, however generous, leads to a script', () => {
  expect(chooseRedirect({ siteUrl: SITE, allowList: ['**'] }, ['javascript:alert(1)'])).toBe(SITE);
});

test('a star stops at dots and slashes, two stars do not', () => {
  expect(globToRegExp('https://*.x/').test('https://a.x/')).toBe(true);
  expect(globToRegExp('https://*.x/').test('https://a.b.x/')).toBe(false);
  expect(globToRegExp('https://x/**').test('https://x/a/b.c')).toBe(true);
  expect(globToRegExp('https://x.y').test('https://xzy')).toBe(false);
  expect(globToRegExp('a?c').test('abc')).toBe(true);
});
