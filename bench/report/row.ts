/** One line of the table of budgets. */
export type Row = {
  /** The measurement that made it, as in `--only`. */
  measurement: string;
  what: string;
  mustReach: string;
  /** With its unit; for several values the worst. */
  measured: string;
  baseline: string;
  /** Measured divided by baseline; null where there is none to divide by. */
  ratio: number | null;
  /** Null where it was not measured. */
  met: boolean | null;
  /** The documents cite this row of the measurement, not its first. */
  isCited?: true;
  /** All figures behind the row. */
  details?: Record<string, unknown>;
};

/** The run in which a row was measured. */
export type Run = {
  commit: string;
  date: string;
  isQuick: boolean;
  /** What else the machine did: its load averages of the last minute before and after all measurements. */
  load: { before: number; after: number };
};

/** A row of `bench/results/latest.json`: rows of one file may come from several runs. */
export type DatedRow = Row & { run: Run };

/** The row of a measurement whose program is missing or that failed. */
export function unmeasured(measurement: string, what: string, mustReach: string, why: string): Row {
  return { measurement, what, mustReach, measured: why, baseline: '', ratio: null, met: null };
}

/** Replaces the rows of the measurements that were made again; rows stay in the order of `names`. */
export function mergeRows(kept: readonly DatedRow[], made: readonly DatedRow[], names: readonly string[]): DatedRow[] {
  const again = new Set(made.map(({ measurement }) => measurement));
  const rows = [...kept.filter(({ measurement }) => !again.has(measurement)), ...made];
  return rows
    .filter(({ measurement }) => names.includes(measurement))
    .toSorted((a, b) => names.indexOf(a.measurement) - names.indexOf(b.measurement));
}
