import { expect, test } from 'vitest';
import { readTicks } from './processor-time.ts';

test('user and system time are added, with those of ended children, whatever the name of the program', () => {
  const stat = '4711 (nginx: worker (1) x) S 1 2 3 4 5 6 7 8 9 10 250 50 30 5 20 0 1 0 100';
  expect(readTicks(stat)).toBe(335);
});
