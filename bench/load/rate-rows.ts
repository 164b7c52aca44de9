import { medianRatio, median } from '../report/statistics.ts';
import { perSecond } from '../report/table.ts';
import type { Row } from '../report/row.ts';
import { type LoadResult, countErrors } from './wrk-output.ts';

/** At least this many times the rate of the earlier version in the same run. */
const MIN_GAIN = 2;

export type RateRounds = { app: LoadResult[]; earlier?: LoadResult[]; bare?: LoadResult[] };

/** Two rows: against the earlier version, which is the budget, and against the bare baseline, for orientation. */
export function describeRates(measurement: string, what: string, bareName: string, rounds: RateRounds): Row[] {
  const rates = (results: LoadResult[]) => results.map((result) => result.perSecond);
  const { app, earlier, bare } = rounds;
  const errors = app.reduce((sum, result) => sum + countErrors(result), 0);
  const gain = earlier ? medianRatio(rates(app), rates(earlier)) : null;
  const measured = perSecond(median(rates(app)));
  const rows: Row[] = [
    {
      ...{ measurement, what, mustReach: `at least ${MIN_GAIN} × the earlier version`, measured },
      ...{ baseline: earlier ? perSecond(median(rates(earlier))) : '', ratio: gain },
      met: gain === null ? null : gain >= MIN_GAIN && errors === 0,
      details: { errors, p99Ms: median(app.map(({ p99Ms }) => p99Ms)), rounds },
    },
  ];
  if (bare) {
    const ratio = medianRatio(rates(app), rates(bare));
    const baseline = perSecond(median(rates(bare)));
    rows.push({
      ...{ measurement, what: `${what}, beside ${bareName}`, mustReach: '', measured, baseline },
      ratio,
      met: null,
    });
  }
  return rows;
}
