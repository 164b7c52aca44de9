import { expect, test } from 'vitest';
import type { Row } from './row.ts';
import { kilobytes, milliseconds, perSecond, tableOf } from './table.ts';

test('the table is aligned Markdown, and an unmet budget is marked', () => {
  const rows: Row[] = [
    { measurement: 'a', what: 'pages', mustReach: '1.0 ×', measured: '10', baseline: '20', ratio: 0.5, met: false },
    { measurement: 'b', what: 'memory', mustReach: '200 MB', measured: '1', baseline: '', ratio: null, met: true },
    { measurement: 'c', what: 'x', mustReach: '', measured: 'no', baseline: '', ratio: 123.4, met: null },
  ];
  expect(tableOf(rows).split('\n')).toEqual([
    '| what   | must reach | measured | baseline | ratio  | met    |',
    '| ------ | ---------- | -------- | -------- | ------ | ------ |',
    '| pages  | 1.0 ×      | 10       | 20       | 0.50 × | **no** |',
    '| memory | 200 MB     | 1        |          |        | yes    |',
    '| x      |            | no       |          | 123 ×  | –      |',
  ]);
});

test('figures are written with their units', () => {
  expect(perSecond(12_345.6)).toBe('12,346 a second');
  expect([1.234, 56.78, 567.8, 12_345].map(milliseconds)).toEqual(['1.23 ms', '56.8 ms', '568 ms', '12.3 s']);
  expect(kilobytes(12_345)).toBe('12.3 kB');
});
