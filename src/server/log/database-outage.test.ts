import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#backend/database/unavailable.ts';
import { followOutages } from './database-outage.ts';

const lost = () => new DatabaseUnavailable('lost', 'A connection was lost');

function open() {
  vi.useFakeTimers();
  const lines: string[] = [];
  const outage = followOutages({
    began: () => lines.push('began'),
    ended: ({ failed }) => lines.push(`ended, ${failed} failed`),
    busy: () => lines.push('busy'),
  });
  let isAnswering = false;
  outage.watch(() => Promise.resolve(isAnswering));
  return { outage, lines, setAnswering: (value: boolean) => (isAnswering = value) };
}
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('an outage has one line at its beginning and one at its end, with the number of errors', async () => {
  const { outage, lines, setAnswering } = open();
  for (let n = 0; n < 3; n += 1) outage.report(lost());
  expect(outage.covers(new Error('failed', { cause: lost() }))).toBe(true);
  await pass(60_000);
  expect(lines).toEqual(['began']);
  setAnswering(true);
  await pass(2000);
  expect(lines).toEqual(['began', 'ended, 1 failed']);
});

test('a late error of an outage begins no other, and a second outage soon after it does', async () => {
  const { outage, lines, setAnswering } = open();
  outage.report(lost());
  setAnswering(true);
  await pass(2000);
  outage.report(lost());
  await pass(2000);
  expect(lines).toEqual(['began', 'ended, 0 failed']);
  setAnswering(false);
  outage.report(lost());
  await pass(2000);
  expect(lines).toEqual(['began', 'ended, 0 failed', 'began']);
});

test('a full pool is no outage, and other errors are not covered', () => {
  const { outage, lines } = open();
  outage.report(new DatabaseUnavailable('busy', 'All connections are in use'));
  expect(outage.covers(new DatabaseUnavailable('busy', 'All connections are in use'))).toBe(false);
  expect(outage.covers(new Error('another'))).toBe(false);
  expect(lines).toEqual(['busy']);
});

test('without a database nothing is covered, so that errors of a hosted project are written', () => {
  const outage = followOutages({ began: () => {}, ended: () => {}, busy: () => {} });
  expect(outage.covers({ code: 'PGRST000', message: 'no connection' })).toBe(false);
});
