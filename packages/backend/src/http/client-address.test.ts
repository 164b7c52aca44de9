import { expect, test } from 'vitest';
import { addressKey, clientAddress, isLoopback } from './client-address.ts';

test('behind a proxy only the last entry counts, because the client writes the others', () => {
  expect(clientAddress('127.0.0.1', '1.1.1.1, 203.0.113.7', 1)).toBe('203.0.113.7');
  expect(clientAddress('127.0.0.1', '2001:db8::7', 1)).toBe('2001:db8::7');
});

test('behind two proxies the entry counts that the first of them wrote', () => {
  expect(clientAddress('127.0.0.1', '1.1.1.1, 203.0.113.7, 192.0.2.1', 2)).toBe('203.0.113.7');
  expect(clientAddress('192.0.2.9', '192.0.2.1', 2)).toBe('192.0.2.9');
});

test('without a proxy the header is ignored', () => {
  expect(clientAddress('198.51.100.1', '203.0.113.7', 0)).toBe('198.51.100.1');
});

test('an invalid address is ignored', () => {
  expect(clientAddress('198.51.100.1', 'in-process', 1)).toBe('198.51.100.1');
  expect(clientAddress(undefined, undefined, 1)).toBe('unknown');
});

test('an IPv4-mapped address is IPv4', () => {
  expect(clientAddress('::ffff:203.0.113.7', null, 0)).toBe('203.0.113.7');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['in-process', 'in-process'],
])('the rate limits count %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('loopback addresses are recognised', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every(isLoopback)).toBe(true);
  expect(['firm.example', '192.168.0.1', '127.0.0.1.firm.example', '10.0.0.1'].some(isLoopback)).toBe(false);
});
