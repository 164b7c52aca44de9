import { expect, test } from 'vitest';
import { mayReadDetails } from './mount-monitoring.ts';

const TOKEN = 'a-token-for-metrics';
const may = (address: string, headers: Record<string, string> = {}, token: string | null = TOKEN) =>
  mayReadDetails((name) => headers[name], address, token);

test.each(['127.0.0.1', '127.8.0.9', '::1'])('a program on this machine may: %s', (address) => {
  expect(may(address)).toBe(true);
  expect(may(address, {}, null)).toBe(true);
});

test.each(['203.0.113.7', '2001:db8::1', '10.0.0.1', 'unknown', '127.0.0.1.evil.example'])(
  'others may not without the token: %s',
  (address) => {
    expect(may(address)).toBe(false);
    expect(may(address, { authorization: `Bearer ${TOKEN}` })).toBe(true);
    expect(may(address, { authorization: `Bearer ${TOKEN}x` })).toBe(false);
    expect(may(address, { authorization: 'Bearer ' }, null)).toBe(false);
  },
);

test('a request with a header of a proxy is not one of this machine', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect(may('127.0.0.1', { [name]: '127.0.0.1' }), name).toBe(false);
  }
});
