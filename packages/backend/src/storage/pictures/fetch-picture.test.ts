import { expect, test } from 'vitest';
import { fetchPicture, isInside } from './fetch-picture.ts';

const INSIDE = {
  'this host': ['0.0.0.0', '0.1.2.3', '::', '127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd00::1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1', 'feff::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  protocols: ['192.0.0.1', '192.0.0.170', '192.88.99.1', '2001:1::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'multicast and reserved': ['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1', '100::1', '5f00::1'],
  'IPv4 mapped': ['::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:93.184.216.34', '0:0:0:0:0:ffff:a9fe:a9fe'],
  'IPv4 compatible and translated': ['::10.0.0.1', '::93.184.216.34', '::ffff:0:10.0.0.1'],
  NAT64: ['64:ff9b::10.0.0.1', '64:ff9b::5db8:d822', '64:ff9b:1::1', '64:ff9b:1:7f00:0:100::'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2002:5db8:d822::1', '2001::1', '2001:0:7f00:1::'],
  'no address': ['', 'localhost', '1.2.3.4.5', '999.1.1.1'],
};

test.each(Object.entries(INSIDE))('%s is not a public host', (_kind, addresses) => {
  expect(addresses.filter((address) => !isInside(address))).toEqual([]);
});

test.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4001:82a::200e'])(
  '%s is a public address',
  (address) => {
    expect(isInside(address)).toBe(false);
  },
);

test.each([
  'http://firm.example/a.png',
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://[fec0::1]/a.png',
  'https://[2002:7f00:1::]/a.png',
  'file:///etc/passwd',
])('%s is not requested', async (url) => {
  await expect(fetchPicture(new URL(url))).rejects.toThrow(/public https/);
});

test('a name that resolves to loopback is rejected', async () => {
  await expect(fetchPicture(new URL('https://localhost/a.png'))).rejects.toThrow(/not a public host/);
});
