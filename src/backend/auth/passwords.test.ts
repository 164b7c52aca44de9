import { expect, test } from 'vitest';
import { hashPassword, isPassword, requireUsablePassword } from './passwords.ts';

test('a password is recognised by its hash, another is not', async () => {
  const hash = await hashPassword('sesame öffne');
  expect(hash).toMatch(/^\$2b\$10\$/);
  expect(await isPassword('sesame öffne', hash)).toBe(true);
  expect(await isPassword('sesame offne', hash)).toBe(false);
});

test('hashes of other bcrypt versions, as users bring them along, are recognised', async () => {
  const [prefix, rest] = [(await hashPassword('moved')).slice(0, 4), (await hashPassword('moved')).slice(4)];
  expect(prefix).toBe('$2b$');
  expect(await isPassword('moved', `$2a$${rest}`)).toBe(true);
  expect(await isPassword('moved', `$2y$${rest}`)).toBe(true);
});

test('without a hash no password is right', async () => {
  for (const hash of [null, undefined, '', 'garbage']) expect(await isPassword('x', hash)).toBe(false);
});

test('asking for someone unknown takes the time of a real answer', async () => {
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

test('short passwords are weak and say why, long ones are not valid', () => {
  expect(() => requireUsablePassword('12345')).toThrow(
    expect.objectContaining({ code: 'weak_password', status: 422, reasons: ['length'] }),
  );
  expect(() => requireUsablePassword('ü'.repeat(37))).toThrow('Password cannot be longer than 72 characters');
  requireUsablePassword('123456');
  requireUsablePassword('x'.repeat(72));
});
