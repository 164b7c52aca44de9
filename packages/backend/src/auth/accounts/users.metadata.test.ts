import { expect, test } from 'vitest';
import { mergeMetadata, userMetadata } from './users.ts';

test('a change keeps other keys, and null deletes one', () => {
  expect(mergeMetadata({ a: 1, b: 2, c: 3 }, { b: 4, c: null, d: false })).toEqual({ a: 1, b: 4, d: false });
});

test('metadata that is too large for a header is rejected', () => {
  expect(userMetadata.safeParse({ about: 'x'.repeat(4000) }).success).toBe(true);
  expect(userMetadata.safeParse({ about: 'ü'.repeat(2100) }).success).toBe(false);
});
