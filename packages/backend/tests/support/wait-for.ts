import { vi } from 'vitest';
import { SLOWNESS } from './slowness.ts';

/** Calls `ask` until it returns a truthy value, and returns that. Throws after ten seconds, later in CI. */
export const waitFor = <T>(ask: () => T | Promise<T>) =>
  vi.waitUntil(ask, { timeout: 10_000 * SLOWNESS, interval: 25 });
