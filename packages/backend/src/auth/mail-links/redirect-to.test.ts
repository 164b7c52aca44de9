import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRedirect, matchesGlob } from './redirect-to.ts';

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
  'https://evil.example/?https://firm.example/',
  'http://127.0.0.1.evil.example/',
  'http://localhost:3000/',
  'javascript:alert(1)',
  'javascript:alert(1)//firm.example',
  'data:text/html,x',
  '/relative',
  'https://',
  '',
])('a link does not lead to %j, but to the site', (wanted) => {
  expect(chooseRedirect(rules, [wanted])).toBe(SITE);
});

test('the referrer is used without redirect_to', () => {
  expect(chooseRedirect(rules, [undefined, 'https://firm.example/auth'])).toBe('https://firm.example/auth');
  expect(chooseRedirect(rules, ['https://evil.example', 'https://firm.example/auth'])).toBe(
    'https://firm.example/auth',
  );
});

test('no allow-list allows a script', () => {
  expect(chooseRedirect({ siteUrl: SITE, allowList: ['**'] }, ['javascript:alert(1)'])).toBe(SITE);
});

const MISLEADING = [
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',

  '/%2fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%0a',
  '/%0D%0Ax',
  '/%00',
  '/%7f',
  '/auth//x',
  '/;//x',
];

test.each(MISLEADING)('a path of %j is rejected on every host', (path) => {
  const hosts = [SITE, 'http://127.0.0.1:5173', 'https://one.preview.example'];
  for (const host of hosts) expect(chooseRedirect(rules, [host + path])).toBe(SITE);
});

test('a star for the port does not let the address of another host in', () => {
  const anyPort = { siteUrl: SITE, allowList: ['http://localhost:*/**'] };
  for (const wanted of ['http://localhost:a@[2001:db8::1]/x', 'http://localhost:a@evil/x']) {
    expect(chooseRedirect(anyPort, [wanted])).toBe(SITE);
  }
  expect(chooseRedirect(anyPort, ['http://localhost:5173/x'])).toBe('http://localhost:5173/x');
});

test('the query is not restricted', () => {
  const wanted = `${SITE}/auth?next=%2Fadmin&to=//x`;
  expect(chooseRedirect(rules, [wanted])).toBe(wanted);
});

test('no generated address of the site leads to another host', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '.',
    '..',
    '%2f',
    '%5c',
    '%09',
    '@',
    ':',
    ';',
    'evil.example',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { origin, pathname } = new URL(chooseRedirect(rules, [`${SITE}/${pieces.join('')}`]));
      expect(origin).toBe(SITE);
      expect(new URL(decodeURIComponent(pathname), SITE).origin).toBe(SITE);
    }),
    { numRuns: 2000 },
  );
});

test('a star stops at dots and slashes, two stars do not', () => {
  expect(matchesGlob('https://*.x/', 'https://a.x/')).toBe(true);
  expect(matchesGlob('https://*.x/', 'https://.x/')).toBe(true);
  expect(matchesGlob('https://*.x/', 'https://a.b.x/')).toBe(false);
  expect(matchesGlob('https://x/**', 'https://x/a/b.c')).toBe(true);
  expect(matchesGlob('https://x.y', 'https://xzy')).toBe(false);
  expect(matchesGlob('a?c', 'abc')).toBe(true);
  expect(matchesGlob('a?c', 'a.c')).toBe(false);
  expect(matchesGlob('a**b*c', 'a/./b_b/bxc')).toBe(true);
});

test('a glob of many stars is matched in bounded time', () => {
  expect(matchesGlob('**a**a**a**a**a**a**b', 'a'.repeat(30_000))).toBe(false);
});
