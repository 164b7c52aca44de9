import { expect, test } from 'vitest';
import { chooseEncoding } from './accept-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 ,gzip; q=0.1', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip, identity;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0, zstd', 'identity'],
  ['br;q=x', 'identity'],
  ['zstd, deflate', 'identity'],
  ['brotli, gzipped', 'identity'],
] as const)('Accept-Encoding: %s is answered with %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding]);
});

test('headers that nobody else sends do not displace remembered ones', () => {
  for (let n = 0; n < 1000; n += 1) expect(chooseEncoding(`gzip, made-up-${n}`)).toBe('gzip');
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
});
