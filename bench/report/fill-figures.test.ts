import { expect, test } from 'vitest';
import { fillFigures } from './fill-figures.ts';
import type { Row } from './row.ts';

const NAMES = ['memory', 'start-up'];
const row = (measured: string): Row => ({
  measurement: 'memory',
  what: '',
  mustReach: '',
  measured,
  baseline: '',
  ratio: null,
  met: true,
});

test('the figure after a marker is replaced, whatever it was, and the unit stays', () => {
  const text = 'A worker has <!-- bench:memory MB --> … MB, a start takes <!-- bench:start-up s --> 4 s.';
  const filled = fillFigures(text, [row('180 MB')], NAMES);
  expect(filled).toBe('A worker has <!-- bench:memory MB --> 180 MB, a start takes <!-- bench:start-up s --> 4 s.');
  expect(fillFigures(filled, [row('1,190 MB')], NAMES)).toContain('--> 1,190 MB');
});

test('the row that is marked for the documents is taken where there is one', () => {
  const rows: Row[] = [row('180 MB'), { ...row('170 MB'), isCited: true }];
  expect(fillFigures('<!-- bench:memory MB --> … MB', rows, NAMES)).toBe('<!-- bench:memory MB --> 170 MB');
});

test('a measurement that failed changes nothing', () => {
  const text = '<!-- bench:memory MB --> 170 MB';
  expect(fillFigures(text, [row('not measured: wrk is not installed')], NAMES)).toBe(text);
});

test('a marker of an unknown measurement is an error', () => {
  expect(() => fillFigures('<!-- bench:memroy MB --> 1', [], NAMES)).toThrow('There is no measurement "memroy"');
});
