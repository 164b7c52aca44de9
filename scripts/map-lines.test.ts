import { expect, test } from 'vitest';
import { simplify, smooth, writeRing } from './map-lines.ts';

test('a point that hardly bends the line is removed, a corner is kept', () => {
  expect(
    simplify(
      [
        [0, 0],
        [50, 0.1],
        [100, 0],
        [100, 100],
      ],
      10,
    ),
  ).toEqual([
    [0, 0],
    [100, 0],
    [100, 100],
  ]);
});

test('a point with a higher weight is kept', () => {
  const line = [
    [0, 0],
    [50, 0.1],
    [100, 0],
    [100, 100],
  ] as const;
  expect(simplify(line, 10, ([x]) => (x === 50 ? 100 : 1))).toHaveLength(4);
});

test('a ring is closed, relative and in whole units', () => {
  expect(
    writeRing([
      [0.2, 0],
      [0.4, 0.1],
      [10.4, 0],
      [10, 10],
    ]),
  ).toBe('M0 0l10 0 0 10z');
});

test('a curve passes through its points', () => {
  expect(
    smooth([
      [0, 0],
      [6, 0],
      [12, 6],
    ]),
  ).toBe('M0 0c1 0 4-1 6 0c2 1 5 5 6 6');
});
