import { endsWithin } from '#backend/database/ends-within.ts';
import { countOf } from '#contract/amounts.ts';
import type { Finding } from '#contract/system.ts';

/** What a check found, without the name of the check. */
export type Verdict = Pick<Finding, 'state' | 'says' | 'remedy'>;

export const good = (says: string): Verdict => ({ state: 'good', says, remedy: null });
export const warning = (says: string, remedy: string): Verdict => ({ state: 'warning', says, remedy });
export const bad = (says: string, remedy: string): Verdict => ({ state: 'bad', says, remedy });
export const skipped = (says: string): Verdict => ({ state: 'skipped', says, remedy: null });

/** What a check of the running installation found. `says` holds no address, password or path of a person. */
export type Measured = Finding & {
  /** `warning`: needs attention soon, everything works; `bad`: something does not work. */
  state: Exclude<Finding['state'], 'skipped'>;
  /** For metrics: bytes, numbers and seconds by name. */
  figures: Readonly<Record<string, number>>;
};

/**
 * The result of `work`, or the error `late` when there is none after `ms` milliseconds; the work then continues, and
 * its result is ignored. Rejects as `work` does.
 */
export async function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  if (await endsWithin(ms, work)) return work;
  throw new Error(late);
}

const UNITS: readonly [ms: number, name: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
];

/** A duration in milliseconds in its largest whole unit: "3 days", "1 hour", "0 seconds". */
export function durationOf(ms: number): string {
  const [unit, name] = UNITS.find(([least]) => ms >= least) ?? [1000, 'second'];
  return countOf(Math.floor(ms / unit), name);
}
