import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail } from './credentials.ts';

test.each(['a@b.c', 'asha.rao@mills.example', 'a@b..c', 'a@.b.c', 'a@b.c.', 'a@...', 'ü@ü.ü'])(
  '%s is an e-mail address',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each(['', 'a', '@b.c', 'a@', 'a@b', 'a@.c', 'a@b.', 'a@..', 'a@b@c.d', 'a b@c.d', 'a@b.c\n', ' a@b.c'])(
  '%j is none',
  (text) => {
    expect(isEmail(text)).toBe(false);
  },
);

test('the function agrees with the regular expression of the specification', () => {
  const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const text = fc.array(fc.constantFrom('a', '@', '.', ' ', '\n', '\u{1f600}'), { maxLength: 8 });
  fc.assert(
    fc.property(text, (signs) => {
      expect(isEmail(signs.join(''))).toBe(pattern.test(signs.join('')));
    }),
    { numRuns: 5000 },
  );
});

test('an address of a million dots is checked in linear time', () => {
  expect(isEmail(`a@${'.'.repeat(1_000_000)}@`)).toBe(false);
});
