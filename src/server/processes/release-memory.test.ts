import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

const MB = 1024 * 1024;
let resident = 0;
let share = 0;
let stop: () => void;
const collect = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockReset();
  [resident, share] = [160 * MB, 0];
  stop = releaseMemoryWhenIdle({ collect, residentBytes: () => resident, utilization: () => share });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('memory that grew is collected once, when the process is idle', () => {
  [resident, share] = [250 * MB, 0.9];
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
  share = 0.01;
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

test('nothing is collected where little was allocated, or after the end', () => {
  resident = 170 * MB;
  vi.advanceTimersByTime(10_000);
  stop();
  resident = 250 * MB;
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
});
