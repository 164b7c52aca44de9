/** One line of the table in docs/scale.md. */
export type ResultRow = {
  what: string;
  /** With its unit; for several values the worst. */
  measured: string;
  /** What must be reached, such as `≤ 50 ms`, and whether it was. */
  budget?: string;
  met?: boolean;
  baseline?: string;
  /** Measured divided by baseline. */
  ratio?: number;
};

export function tableOf(rows: readonly ResultRow[]): string {
  const lines = rows.map(({ what, measured, budget = '', met, baseline = '', ratio }) => {
    const answer = met === undefined ? '' : met ? 'yes' : 'no';
    return [what, measured, baseline, ratio === undefined ? '' : `${ratio.toFixed(2)} ×`, budget, answer];
  });
  const cells = [['what', 'measured', 'baseline', 'ratio', 'budget', 'met'], Array(6).fill('---'), ...lines];
  return cells.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** The median; the mean of the two in the middle for an even count; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The median of the ratios of each round: other work on the machine slows both sides of a round. */
export function medianRatio(measured: readonly number[], baseline: readonly number[]): number {
  return median(measured.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

/** Calls each function once a round, every second round in reverse order. Returns the results of each. */
export async function inRounds<T>(rounds: number, calls: (() => Promise<T>)[]): Promise<T[][]> {
  const results = calls.map((call) => ({ call, values: [] as T[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { call, values } of round % 2 === 0 ? results : results.toReversed()) values.push(await call());
  }
  return results.map(({ values }) => values);
}

/** `12,345`. */
export const formatCount = (value: number): string => Math.round(value).toLocaleString('en');
export const perSecond = (value: number): string => `${formatCount(value)} a second`;
/** Milliseconds with three digits that matter. */
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
