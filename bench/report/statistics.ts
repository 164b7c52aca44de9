/** The median; the mean of the two in the middle for an even count. Throws without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

/**
 * The median of the ratios of each round. Other work on the machine slows both sides of a round, so this varies less
 * than the ratio of the medians.
 */
export function medianRatio(measured: readonly number[], baseline: readonly number[]): number {
  return median(measured.slice(0, baseline.length).map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

type Contenders = Record<string, (() => Promise<unknown>) | undefined>;
type Rounds<Named extends Contenders> = { [Name in keyof Named]: Awaited<ReturnType<NonNullable<Named[Name]>>>[] };

/** Calls each function once a round, every second round in reverse order. Returns the results by name, in order of rounds. */
export async function inRounds<Named extends Contenders>(rounds: number, contenders: Named): Promise<Rounds<Named>> {
  const named = Object.entries(contenders);
  const results: Record<string, unknown[]> = Object.fromEntries(named.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of round % 2 === 0 ? named : named.toReversed()) results[name]?.push(await call?.());
  }
  return results as Rounds<Named>;
}
