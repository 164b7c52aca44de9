import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { makeTotpSecret, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B, for SHA-1; the last six of its eight digits. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const VECTORS = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

test.each(VECTORS)('at %i seconds the code is %s', (seconds, code) => {
  expect(totpStep(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test('a code is valid one step early and one step late', () => {
  const at = (seconds: number) => totpStep(RFC_SECRET, '005924', new Date(seconds * 1000));
  const step = Math.floor(1234567890 / 30);
  const start = step * 30;
  expect([start - 31, start - 30, start + 59, start + 60].map(at)).toEqual([null, step, step, null]);
});

test('a code may contain spaces, and other text is invalid', () => {
  const at = new Date(1234567890_000);
  expect(totpStep(RFC_SECRET, ' 005 924 ', at)).not.toBeNull();
  for (const code of ['5924', '0059240', '00592४', 'abcdef', '']) expect(totpStep(RFC_SECRET, code, at)).toBeNull();
});

test('secrets have 160 bits and are unique', () => {
  const secret = makeTotpSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(makeTotpSecret()).not.toBe(secret);
});

test('the URI has all parameters, with any name', () => {
  const uri = new URL(totpUri('GEZDGNBVGY3TQOJQ', { issuer: 'Firm & Co', account: 'a+b@firm.example' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Firm & Co:a+b@firm.example');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: 'GEZDGNBVGY3TQOJQ',
    issuer: 'Firm & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
