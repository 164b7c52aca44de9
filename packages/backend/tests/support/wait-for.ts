import { vi } from 'vitest';

/** Long for a loaded machine too. The machine of CI may be slower. */
const timeout = process.env['CI'] ? 45_000 : 10_000;

/** Calls `ask` until it returns a truthy value, and returns that. Throws after `timeout`. */
export const waitFor = <T>(ask: () => T | Promise<T>) => vi.waitUntil(ask, { timeout, interval: 25 });
