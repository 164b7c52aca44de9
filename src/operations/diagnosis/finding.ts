import type { Finding } from '#contract/system.ts';

/** What a check found, without the name of the check. */
export type Verdict = Pick<Finding, 'state' | 'says' | 'remedy'>;

export const good = (says: string): Verdict => ({ state: 'good', says, remedy: null });
export const warning = (says: string, remedy: string): Verdict => ({ state: 'warning', says, remedy });
export const bad = (says: string, remedy: string): Verdict => ({ state: 'bad', says, remedy });
export const skipped = (says: string): Verdict => ({ state: 'skipped', says, remedy: null });
