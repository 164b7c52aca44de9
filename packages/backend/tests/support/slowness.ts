/** How many times longer a test may wait in CI, whose machine may be slower than the one for which times are set. */
export const SLOWNESS = process.env['CI'] ? 4 : 1;

/** For a test that starts processes, or compares many passwords. */
export const LONG = { timeout: 60_000 * SLOWNESS };
