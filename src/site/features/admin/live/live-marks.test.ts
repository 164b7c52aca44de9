import { expect, test } from 'vitest';
import { createSeenRows, takeChanged } from './live-state.ts';

const row = (id: string, minute: number, created = 0) => ({
  id,
  created_at: `2026-11-23T10:${String(created).padStart(2, '0')}:00.000000+00:00`,
  updated_at: `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000000+00:00`,
});
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('the first read of a list has no changes', () => {
  expect(takeChanged(createSeenRows(), [row('a', 1), row('b', 2)])).toEqual([]);
});

test('a row with another version is changed, once', () => {
  const seen = createSeenRows();
  takeChanged(seen, [row('a', 1), row('b', 2)]);
  expect(idsOf(takeChanged(seen, [row('a', 3), row('b', 2)]))).toEqual(['a']);
  expect(takeChanged(seen, [row('a', 3), row('b', 2)])).toEqual([]);
});

test('a row of another page is not changed, unless a change of it was reported', () => {
  const seen = createSeenRows();
  takeChanged(seen, [row('a', 1)]);
  seen.reported.add('c');
  expect(idsOf(takeChanged(seen, [row('b', 5), row('c', 5)]))).toEqual(['c']);
  expect(takeChanged(seen, [row('b', 5), row('c', 5)])).toEqual([]);
});

test('a report waits until a list has the row', () => {
  const seen = createSeenRows();
  seen.reported.add('b');
  takeChanged(seen, [row('a', 1)]);
  expect(idsOf(takeChanged(seen, [row('b', 2, 2), row('a', 1)]))).toEqual(['b']);
});

test('after a gap a row that was created since is changed, and an older one of another page is not', () => {
  const seen = createSeenRows();
  takeChanged(seen, [row('a', 5)]);
  seen.hasGap = true;
  expect(idsOf(takeChanged(seen, [row('new', 7, 7), row('a', 5), row('old', 6, 3)]))).toEqual(['new']);
  expect(takeChanged(seen, [row('newer', 9, 9)])).toEqual([]);
});

test('a gap before the first read is no change', () => {
  const seen = createSeenRows();
  seen.hasGap = true;
  expect(takeChanged(seen, [row('a', 1, 1)])).toEqual([]);
});
