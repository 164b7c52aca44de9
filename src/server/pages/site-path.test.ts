import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalPath,
  isPersonal,
  locationOnSite,
  pageAddress,
  pageAt,
  readPageQuery,
  readSitePath,
} from './site-path.ts';

const SITE = new URL('https://firm.example/contact');

test.each([
  ['/', { kind: 'page' }],
  ['/about', { kind: 'page' }],
  ['/blog/%E0%A4%A8', { kind: 'page' }],
  ['/about/', { kind: 'redirect', path: '/about' }],
  ['/about///', { kind: 'redirect', path: '/about' }],
])('%s is classified', (pathname, read) => {
  expect(readSitePath(pathname)).toEqual(read);
});

test.each([
  '//',
  '//evil.example',
  '//evil.example/',
  '/a//b',
  '/\\evil.example',
  '/%5cevil.example/',
  '/%2Fevil.example',
  '/%09/evil.example',
  '/%0a',
  '/%00',
  '/%7f',
  '/%c2%85',
  '/%e2%80%a8',
  '/%',
  '/%ff',
  '/%e0%a4',
])('no page has the path %s', (pathname) => {
  expect(readSitePath(pathname)).toEqual({ kind: 'not-found' });
});

test('a million slashes take linear time', () => {
  expect(readSitePath(`${'/'.repeat(1_000_000)}x`)).toEqual({ kind: 'not-found' });
  expect(readSitePath(`/x${'/'.repeat(1_000_000)}`)).toEqual({ kind: 'redirect', path: '/x' });
});

test('every served or redirected path stays on the site when it is resolved as relative', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '//', '\\', '.', '..', '@', ':', ';', '\t', '\n', '\r', '\0', '%2f', '%5C', '%09', '%0a'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const url = URL.parse(`https://firm.example/${pieces.join('')}`);
      if (!url) return;
      const read = readSitePath(url.pathname);
      if (read.kind === 'not-found') return;
      const path = read.kind === 'redirect' ? read.path : url.pathname;
      for (const seen of [path, decodeURIComponent(path)]) {
        expect(new URL(seen, SITE).origin).toBe('https://firm.example');
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['/', '/'],
  ['/About', '/about'],
  ['/%61dmin', '/admin'],
  ['/admin.data', '/admin'],
  ['/admin/_.data', '/admin'],
  ['/admin/.data', '/admin'],
  ['/_.data', '/'],
  ['/%ff', '/%ff'],
])('the page at %s is %s', (pathname, page) => {
  expect(pageAt(pathname)).toBe(page);
});

test('sign-in and dashboard are personal in every spelling', () => {
  for (const path of ['/auth', '/AUTH', '/Admin', '/%41dmin.data', '/admin/_.data'])
    expect(isPersonal(path)).toBe(true);
  for (const path of ['/', '/author', '/admin/x', '/blog/admin']) expect(isPersonal(path)).toBe(false);
});

test.each([
  ['/contact?sent=1', 'https://firm.example/contact?sent=1'],
  ['?page=2', 'https://firm.example/contact?page=2'],
  ['https://firm.example/x#y', 'https://firm.example/x#y'],
  ['//evil.example/', 'https://firm.example/'],
  ['/\\evil.example', 'https://firm.example/'],
  ['/\t/evil.example', 'https://firm.example/'],
  ['https://firm.example//evil.example', 'https://firm.example/'],
  ['https://firm.example@evil.example/', 'https://firm.example/'],
  ['http://firm.example/', 'https://firm.example/'],
  ['javascript:alert(1)', 'https://firm.example/'],
  ['https://', 'https://firm.example/'],
])('a Location of %j is sent as %s', (location, sent) => {
  expect(locationOnSite(location, SITE)).toBe(sent);
});

const read = (address: string) => pageAddress(new URL(address, 'http://site.example'));

test('undeclared parameters are removed from an address', () => {
  expect(read('/about?utm_source=x&page=2')).toEqual({ path: '/about', isBounded: true });
  expect(read('/blog?page=2&x=1')).toEqual({ path: '/blog?page=2', isBounded: true });
  expect(read('/')).toEqual({ path: '/', isBounded: true });
});

test('searches and other spellings of a path are unbounded', () => {
  for (const address of ['/blog?q=iec', '/%61bout', '/About', '/about//', '/blog/%E0%A4%86']) {
    expect(read(address).isBounded, address).toBe(false);
  }
});

test('data requests of the router keep their parameters', () => {
  expect(read('/contact.data?_routes=root')).toEqual({ path: '/contact.data?_routes=root', isBounded: false });
});

test('the canonical path is in lower case, without needless encoding', () => {
  expect(canonicalPath('/About')).toBe('/about');
  expect(canonicalPath('/%61bout')).toBe('/about');
  expect(canonicalPath('/blog/MOOWR-in-plain')).toBe('/blog/moowr-in-plain');
});

test('a path that is canonical already, or has no canonical spelling, gives null', () => {
  for (const path of [
    '/',
    '/about',
    '/blog/a-b',
    '//evil.example',
    '/%2f%2fevil.example',
    '/%5cevil',
    '/%00',
    '/%',
    '/a b',
  ]) {
    expect(canonicalPath(path), path).toBeNull();
  }
});

const readQuery = (path: string, query: string) => readPageQuery(path, new URLSearchParams(query));

test('what a page does not read is left out', () => {
  expect(readQuery('/about', 'page=2&utm_source=x')).toEqual({ search: '', isBounded: true });
  expect(readQuery('/blog/some-post', 'page=2&q=x')).toEqual({ search: '', isBounded: true });
  expect(readQuery('/blog', 'utm_source=x&page=2&sent=1')).toEqual({ search: '?page=2', isBounded: true });
});

test('parameters are in one order, each once', () => {
  expect(readQuery('/blog', 'page=2&q=a+b&page=3')).toEqual(readQuery('/blog', 'q=a%20b&page=2&q=c'));
});

test('what is typed, and values that no link of the site has, are read but not bounded', () => {
  expect(readQuery('/blog', 'q=iec')).toEqual({ search: '?q=iec', isBounded: false });
  expect(readQuery('/blog/category/customs', 'page=0')).toEqual({ search: '?page=0', isBounded: false });
  expect(readQuery('/contact', 'sent=1').isBounded).toBe(true);
  expect(readQuery('/contact', 'sent=2').isBounded).toBe(false);
});
