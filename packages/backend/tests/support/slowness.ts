/** How many times longer a test may wait in CI, whose machine may be slower than the one for which times are set. */
export const SLOWNESS = process.env['CI'] ? 4 : 1;

/** Options of a test that takes long: it starts processes, or sends many requests. */
export const LONG = { timeout: 60_000 * SLOWNESS };
/** Of one that does so many times, or goes through all pages. */
export const VERY_LONG = { timeout: 300_000 * SLOWNESS };
