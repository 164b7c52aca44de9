import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPublications } from './publication-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('publishes when the next post is due, then waits for the one after it', async () => {
  const due = [2000, 500, null];
  const publish = vi.fn();
  const watch = watchPublications(() => Promise.resolve(due.shift() ?? null), publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(1999);
  expect(publish).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(publish).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(501);
  expect(publish).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1e9);
  expect(publish).toHaveBeenCalledTimes(2);
});

test('a new refresh replaces the one before, even when that resolves later', async () => {
  const answers: ((ms: number | null) => void)[] = [];
  const publish = vi.fn();
  const watch = watchPublications(() => new Promise((resolve) => answers.push(resolve)), publish);
  watch.refresh();
  watch.refresh();
  answers[1]?.(null);
  answers[0]?.(10);
  await vi.advanceTimersByTimeAsync(1000);
  expect(publish).not.toHaveBeenCalled();
});

test('a date beyond the maximum delay of timers is read again and not missed', async () => {
  const month = 40 * 86_400_000;
  let left = month;
  const publish = vi.fn(() => {
    left -= 2 ** 31 - 1;
  });
  watchPublications(() => Promise.resolve(left > 0 ? left : null), publish).refresh();
  await vi.advanceTimersByTimeAsync(month + 10);
  expect(publish).toHaveBeenCalledTimes(2);
});

test('while the database is unavailable pages are invalidated each second, until stop', async () => {
  const publish = vi.fn();
  const watch = watchPublications(() => Promise.reject(new Error('away')), publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(3100);
  expect(publish).toHaveBeenCalledTimes(3);
  watch.stop();
  await vi.advanceTimersByTimeAsync(3100);
  expect(publish).toHaveBeenCalledTimes(3);
});
