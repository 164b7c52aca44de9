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

test('a new refresh replaces the one before, however late its answer comes', async () => {
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

test('a date beyond the reach of timers is asked for again, not missed and not early by more than a forgotten page', async () => {
  const month = 40 * 86_400_000;
  let left = month;
  const publish = vi.fn(() => {
    left -= 2 ** 31 - 1;
  });
  watchPublications(() => Promise.resolve(left > 0 ? left : null), publish).refresh();
  await vi.advanceTimersByTimeAsync(month + 10);
  expect(publish).toHaveBeenCalledTimes(2);
});

test('while the database is away pages are forgotten each second, and stopping ends it', async () => {
  const publish = vi.fn();
  const watch = watchPublications(() => Promise.reject(new Error('away')), publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(3100);
  expect(publish).toHaveBeenCalledTimes(3);
  watch.stop();
  await vi.advanceTimersByTimeAsync(3100);
  expect(publish).toHaveBeenCalledTimes(3);
});
