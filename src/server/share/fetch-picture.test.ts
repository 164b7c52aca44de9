import { expect, test } from 'vitest';
import { fetchPicture, isInside } from './fetch-picture.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.1',
  '172.31.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is inside', (address) => {
  expect(isInside(address)).toBe(true);
});

test.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
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
  'file:///etc/passwd',
])('%s is not asked', async (url) => {
  await expect(fetchPicture(new URL(url))).rejects.toThrow(/public https/);
});

test('a name that means this machine is not connected to', async () => {
  await expect(fetchPicture(new URL('https://localhost/a.png'))).rejects.toThrow(/not a public host/);
});
