import { expect, test } from 'vitest';
import { createRowHash } from './rows.ts';

function hashOf(...pieces: string[]): { rows: number; hash: string } {
  const hash = createRowHash();
  for (const piece of pieces) hash.update(Buffer.from(piece));
  return hash.digest();
}

test('the order of rows does not change the checksum', () => {
  expect(hashOf('a\t1\nb\t2\nc\t3\n')).toEqual(hashOf('c\t3\na\t1\nb\t2\n'));
});

test('the pieces in which rows arrive do not change the checksum', () => {
  expect(hashOf('a\t', '1\nb', '\t2', '\n')).toEqual(hashOf('a\t1\nb\t2\n'));
  expect(hashOf('a\t1\nb\t2\n').rows).toBe(2);
});

test('another value, a missing row and a repeated row change the checksum', () => {
  const { hash } = hashOf('a\nb\n');
  for (const other of [['a\nc\n'], ['a\n'], ['a\nb\nb\n'], ['ab\n\n']]) expect(hashOf(...other).hash).not.toBe(hash);
});

test('no rows have a checksum', () => {
  expect(hashOf()).toEqual({ rows: 0, hash: '0'.repeat(64) });
});
