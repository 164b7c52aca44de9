import { AuthError } from '../errors.ts';

/** Milliseconds of the units of Go's durations. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** The longest duration of Go, 292 years. */
const LONGEST_MS = 2 ** 63 / 1e6;
/** No duration of Go needs more. */
const MOST_CHARACTERS = 100;

/**
 * Milliseconds of a duration in Go's form, such as `24h` or `1h30m`; null for `none`, which ends a ban. Throws AuthError
 * `validation_failed`.
 */
export function parseBanDuration(text: string): number | null {
  if (text === 'none') return null;
  let rest = text.length > MOST_CHARACTERS ? '' : text;
  let total = 0;
  do {
    const part = /^(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/.exec(rest);
    if (!part) throw new AuthError('validation_failed', `invalid format for ban duration: ${text.slice(0, 40)}`);
    total += Number(part[1]) * (UNITS[part[2] ?? ''] ?? 0);
    rest = rest.slice(part[0].length);
  } while (rest !== '');
  if (total > LONGEST_MS) throw new AuthError('validation_failed', 'invalid format for ban duration: too long');
  return total;
}
