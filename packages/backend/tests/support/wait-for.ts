import { vi } from 'vitest';

/** Calls `ask` until it returns a truthy value, and returns that. Throws after ten seconds. */
export const waitFor = <T>(ask: () => T | Promise<T>) => vi.waitUntil(ask, { timeout: 10_000, interval: 25 });
