import { expect, test } from 'vitest';
import { canonicalPath, pageAddress } from './page-address.ts';

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
