import { expect, test } from 'vitest';
import { drawArch, NINE_FOILS } from './arch.ts';
import { drawOpening, drawRepeat } from './jali.ts';
import { drawStar } from './star.ts';

test('a repeat has eight lines in its octagon and four in each corner', () => {
  expect(drawRepeat(96).match(/M/g)).toHaveLength(8 + 4 * 4);
});

test('the lattice begins in the middle of an edge, so that repeats join', () => {
  expect(drawRepeat(96)).toMatch(/^M96 48l/);
});

test('an opening is one closed outline of sixteen corners', () => {
  const opening = drawOpening([60, 60], 120, 67.5);
  expect(opening).toMatch(/^M120 60l.*z$/);
  expect(opening.match(/M/g)).toHaveLength(1);
});

test('a star is solid', () => {
  expect(drawStar([20, 28], 13).match(/M/g)).toHaveLength(1);
});

test('a seven-foil arch has three arcs on each side, a nine-foil arch four', () => {
  expect(drawArch({ width: 820, height: 1110 }).match(/A/g)).toHaveLength(6);
  expect(drawArch({ width: 820, height: 1110 }, NINE_FOILS).match(/A/g)).toHaveLength(8);
});

test('an arch touches the top of its box in the middle and ends at its bottom edge', () => {
  const path = drawArch({ width: 400, height: 500 });
  expect(path).toContain(' 200 0');
  expect(path).toMatch(/^M8.8 500L/);
});
