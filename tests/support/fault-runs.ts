import { inject } from 'vitest';
import { writeFigure } from './fault-figures.ts';

/** Whether this is `npm run test:faults`. `npm test` runs the same tests with fewer repetitions. */
export const isFullRun = process.env['FAULTS'] === 'full';

/** Records what a test measured; printed after the run. docs/reliability.md has the figures of a full run. */
export function recordFigure(name: string, value: string | number): void {
  writeFigure(inject('testRunFolder'), `${name}: ${value}`);
}

/** Milliseconds as `median … ms, longest … ms of …`. */
export function summarise(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms of ${sorted.length}`;
}
