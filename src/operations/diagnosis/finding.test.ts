import { expect, test } from 'vitest';
import { durationOf } from './finding.ts';

test('a duration is given in its largest whole unit', () => {
  expect([0, 1999, 60_000, 7_199_999, 86_400_000, 40 * 86_400_000].map(durationOf)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '1 hour',
    '1 day',
    '40 days',
  ]);
});
