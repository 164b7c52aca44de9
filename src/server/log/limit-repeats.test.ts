import { expect, test } from 'vitest';
import { createRepeatLimit } from './limit-repeats.ts';

function open() {
  const counts: [string, number][] = [];
  let end = () => {};
  const limit = createRepeatLimit({
    writeCount: (_level, message, repeated) => counts.push([message, repeated]),
    schedule: (work) => (end = work),
  });
  return { admit: (message: string, key = '') => limit.admit(40, message, key), counts, endWindow: () => end() };
}

test('the same line is written once in a window, and how often it was left out after it', () => {
  const { admit, counts, endWindow } = open();
  expect([admit('failed'), admit('failed'), admit('failed'), admit('other')]).toEqual([true, false, false, true]);
  endWindow();
  expect(counts).toEqual([['failed', 2]]);
  expect(admit('failed')).toBe(true);
  endWindow();
  expect(counts).toHaveLength(1);
});

test('lines of one message with other fields are written twenty times', () => {
  const { admit, counts, endWindow } = open();
  const written = Array.from({ length: 500 }, (_, n) => admit('failed', String(n))).filter(Boolean);
  expect(written).toHaveLength(20);
  endWindow();
  expect(counts).toEqual([['failed', 480]]);
});

test('the number of messages is bounded', () => {
  const { admit, counts, endWindow } = open();
  const written = Array.from({ length: 5000 }, (_, n) => admit(`failed ${n}`)).filter(Boolean);
  expect(written).toHaveLength(100);
  endWindow();
  expect(counts).toEqual([['Further lines of the log were left out.', 4900]]);
});
