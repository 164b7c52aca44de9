import { expect, test } from 'vitest';
import { mergeMetadata, userMetadata } from './user-metadata.ts';

test('a change keeps what it does not name, and null takes away', () => {
  expect(mergeMetadata({ a: 1, b: 2, c: 3 }, { b: 4, c: null, d: false })).toEqual({ a: 1, b: 4, d: false });
});

test('what would not fit into a header is refused', () => {
  expect(userMetadata.safeParse({ about: 'x'.repeat(4000) }).success).toBe(true);
  expect(userMetadata.safeParse({ about: 'ü'.repeat(2100) }).success).toBe(false);
});
