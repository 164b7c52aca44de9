import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInTurn, throttleTrailing } from './throttle-trailing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Changes a text every 50 ms; returns by how many milliseconds the kept text was behind at most. */
function typeSteadily(durationMs: number): { kept: number; typed: number; mostBehind: number } {
  let typed = 0;
  let kept = 0;
  let mostBehind = 0;
  const { request } = throttleTrailing(() => {
    kept = typed;
  }, 500);
  for (let now = 50; now <= durationMs; now += 50) {
    typed = now;
    request();
    vi.advanceTimersByTime(50);
    mostBehind = Math.max(mostBehind, typed - kept);
  }
  vi.advanceTimersByTime(500);
  return { kept, typed, mostBehind };
}

test('requests without a pause run at every interval, and the last one runs too', () => {
  const { kept, typed, mostBehind } = typeSteadily(10_020);
  expect(mostBehind).toBeGreaterThan(0);
  expect(mostBehind).toBeLessThanOrEqual(500);
  expect(kept).toBe(typed);
});

test('many requests within one interval run once, and none after a cancel', () => {
  const run = vi.fn();
  const { request, cancel } = throttleTrailing(run, 500);
  request();
  request();
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
  request();
  cancel();
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledTimes(1);
  request();
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(2);
});

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
