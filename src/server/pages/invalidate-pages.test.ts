import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPublications } from './invalidate-pages.ts';

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

test('a date that is far away is read again each minute, so that a clock that is set does not delay it', async () => {
  let due = Date.now() + 40 * 86_400_000;
  const publish = vi.fn(() => (due = Infinity));
  watchPublications(() => Promise.resolve(due === Infinity ? null : due - Date.now()), publish).refresh();
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(publish).not.toHaveBeenCalled();
  due = Date.now() + 30_000;
  await vi.advanceTimersByTimeAsync(61_000);
  expect(publish).toHaveBeenCalledTimes(1);
});

test('a post that was public before the clock was set back is published again', async () => {
  let isAhead = true;
  const publish = vi.fn(() => (isAhead = true));
  const watch = watchPublications(() => Promise.resolve(isAhead ? null : 5000), publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  isAhead = false;
  await vi.advanceTimersByTimeAsync(65_100);
  expect(publish).toHaveBeenCalledTimes(1);
  watch.stop();
});

test('a post that became public between two looks is published too, late or where a clock was set', async () => {
  const dueAt = Date.now() + 90_000;
  const publish = vi.fn();
  const msUntilNext = async () => (dueAt > Date.now() ? dueAt - Date.now() : null);
  const watch = watchPublications(msUntilNext, publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(30_000);
  vi.setSystemTime(dueAt + 1);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(publish).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(publish).toHaveBeenCalledTimes(1);
  watch.stop();
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

test('what is due and not published yet is looked at again each second', async () => {
  const publish = vi.fn();
  const watch = watchPublications(() => Promise.resolve(-5), publish);
  watch.refresh();
  await vi.advanceTimersByTimeAsync(3100);
  expect(publish).toHaveBeenCalledTimes(3);
  watch.stop();
});
