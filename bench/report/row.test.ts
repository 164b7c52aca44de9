import { expect, test } from 'vitest';
import { type DatedRow, mergeRows } from './row.ts';

const row = (measurement: string, measured: string): DatedRow => ({
  measurement,
  what: '',
  mustReach: '',
  measured,
  baseline: '',
  ratio: null,
  met: null,
  run: { commit: 'abc', date: '2026-11-22', isQuick: false, load: { before: 0, after: 1 } },
});

test('rows of repeated measurements are replaced, the others kept, in the given order', () => {
  const kept = [row('a', '1'), row('b', '1'), row('b', '2'), row('removed', '1')];
  const made = [row('c', '3'), row('b', '4')];
  const merged = mergeRows(kept, made, ['a', 'b', 'c']);
  expect(merged.map(({ measurement, measured }) => measurement + measured)).toEqual(['a1', 'b4', 'c3']);
});
