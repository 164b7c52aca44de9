import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInTurn } from './run-in-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A run that ends when told to. */
function setUp() {
  const ends: (() => void)[] = [];
  const { request } = runInTurn(() => new Promise<void>((resolve) => ends.push(resolve)), 100);
  return { ends, request };
}

test('several requests are one run', async () => {
  const { ends, request } = setUp();
  request();
  request();
  await vi.advanceTimersByTimeAsync(100);
  expect(ends).toHaveLength(1);
});

test('requests during a run lead to one run after it', async () => {
  const { ends, request } = setUp();
  request();
  await vi.advanceTimersByTimeAsync(100);
  request();
  await vi.advanceTimersByTimeAsync(100);
  request();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(2);
});

test('a run that fails does not prevent the next one', async () => {
  let runs = 0;
  const { request } = runInTurn(async () => {
    runs += 1;
    throw new Error('offline');
  }, 100);
  request();
  await vi.advanceTimersByTimeAsync(100);
  request();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(2);
});
