import { expect, test } from 'vitest';
import { planNextAttempt, waitAfter } from './back-off.ts';

test('the delay is 5 seconds after the first error, and doubled after each further one', () => {
  expect([1, 2, 3, 4].map(waitAfter)).toEqual([5_000, 10_000, 20_000, 40_000]);
});

test('the delay is at most 15 minutes', () => {
  expect(waitAfter(9)).toBe(900_000);
  expect(waitAfter(5_000)).toBe(900_000);
});

const NOW = new Date('2026-11-21T09:00:00Z');
const DAY_MS = 86_400_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const MAIL = { attempts: 1, rejectedAt: null, unansweredSends: 0 };

test('a temporary error is retried without end', () => {
  expect(planNextAttempt({ ...MAIL, attempts: 5_000 }, 'failed', NOW)).toEqual({
    nextAttemptAt: later(900_000),
    rejectedAt: null,
    unansweredSends: 0,
    givenUpAt: null,
  });
});

test('a rejection is retried daily, and given up a week after the first', () => {
  const first = planNextAttempt(MAIL, 'rejected', NOW);
  expect(first).toMatchObject({ nextAttemptAt: later(DAY_MS), rejectedAt: NOW, givenUpAt: null });
  const sixth = planNextAttempt({ ...MAIL, rejectedAt: later(-6 * DAY_MS) }, 'rejected', NOW);
  expect(sixth).toMatchObject({ rejectedAt: later(-6 * DAY_MS), givenUpAt: null });
  expect(planNextAttempt({ ...MAIL, rejectedAt: later(-7 * DAY_MS) }, 'rejected', NOW).givenUpAt).toEqual(NOW);
});

test('a message without a response is sent three times in all', () => {
  const given = [0, 1, 2].map((unansweredSends) => planNextAttempt({ ...MAIL, unansweredSends }, 'unanswered', NOW));
  expect(given.map(({ unansweredSends }) => unansweredSends)).toEqual([1, 2, 3]);
  expect(given.map(({ givenUpAt }) => givenUpAt)).toEqual([null, null, NOW]);
  expect(given[0]?.nextAttemptAt).toEqual(later(900_000));
});
