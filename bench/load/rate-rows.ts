import { medianRatio, median } from '../report/statistics.ts';
import { perSecond } from '../report/table.ts';
import type { Row } from '../report/row.ts';
import { type LoadResult, type Round, countErrors } from './wrk-output.ts';

/** At least this many times the rate of the earlier version in the same run. */
const MIN_GAIN = 2;

export type RateRounds = { app: Round[]; earlier?: Round[]; bare?: LoadResult[] };

/**
 * The rate against the earlier version, which is the budget; the same by processor time; and the rate beside the bare
 * baseline, for orientation.
 */
export function describeRates(measurement: string, what: string, bareName: string, rounds: RateRounds): Row[] {
  const { app, earlier, bare } = rounds;
  const errors = app.reduce((sum, result) => sum + countErrors(result), 0);
  const gain = compare(app, earlier, ratesOf);
  const rows: Row[] = [
    {
      measurement,
      what,
      mustReach: `at least ${MIN_GAIN} × the earlier version`,
      ...gain,
      met: gain.ratio === null ? null : gain.ratio >= MIN_GAIN && errors === 0,
      details: { errors, p99Ms: median(app.map(({ p99Ms }) => p99Ms)), rounds },
    },
  ];
  const orientation = { measurement, mustReach: '', met: null };
  const byTime = compare(app, earlier, (results) => results.map(({ perProcessorSecond }) => perProcessorSecond));
  rows.push({ ...orientation, what: `${what}, per second of processor time`, ...byTime, isCited: true });
  if (bare) rows.push({ ...orientation, what: `${what}, beside ${bareName}`, ...compare(app, bare, ratesOf) });
  return rows;
}

const ratesOf = (results: LoadResult[]): number[] => results.map((result) => result.perSecond);

function compare<Result>(
  measured: Result[],
  baseline: Result[] | undefined,
  read: (results: Result[]) => number[],
): Pick<Row, 'measured' | 'baseline' | 'ratio'> {
  const values = read(measured);
  if (!baseline) return { measured: perSecond(median(values)), baseline: '', ratio: null };
  const others = read(baseline);
  return {
    measured: perSecond(median(values)),
    baseline: perSecond(median(others)),
    ratio: medianRatio(values, others),
  };
}
