import { expect, test } from 'vitest';
import { hashPassword, isPassword, requireUsablePassword } from './passwords.ts';

test('only the right password matches a hash', async () => {
  const hash = await hashPassword('sesame öffne');
  expect(hash).toMatch(/^\$2b\$10\$/);
  expect(await isPassword('sesame öffne', hash)).toBe(true);
  expect(await isPassword('sesame offne', hash)).toBe(false);
});

test('hashes of other bcrypt versions match too', async () => {
  const [prefix, rest] = [(await hashPassword('moved')).slice(0, 4), (await hashPassword('moved')).slice(4)];
  expect(prefix).toBe('$2b$');
  expect(await isPassword('moved', `$2a$${rest}`)).toBe(true);
  expect(await isPassword('moved', `$2y$${rest}`)).toBe(true);
});

test('no password matches without a hash', async () => {
  for (const hash of [null, undefined, '', 'garbage']) expect(await isPassword('x', hash)).toBe(false);
});

test('an unknown user takes the time of a known one', async () => {
  const hash = await hashPassword('right');
  const timeOf = async (encrypted: string | null): Promise<number> => {
    const start = performance.now();
    for (let i = 0; i < 4; i += 1) await isPassword('wrong', encrypted);
    return performance.now() - start;
  };
  await timeOf(hash);
  const [known, unknown] = [await timeOf(hash), await timeOf(null)];
  expect(unknown).toBeGreaterThan(known / 3);
});

test('short passwords are weak with a reason, long ones are invalid', () => {
  expect(() => requireUsablePassword('12345', 6)).toThrow(
    expect.objectContaining({ code: 'weak_password', status: 422, reasons: ['length'] }),
  );
  expect(() => requireUsablePassword('ü'.repeat(37), 6)).toThrow('Password cannot be longer than 72 characters');
  requireUsablePassword('123456', 6);
  requireUsablePassword('x'.repeat(72), 6);
});
