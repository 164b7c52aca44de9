import { type Bench, type Measurement, openBench } from './bench.ts';
import { closeOnSignals, createClosing } from './closing.ts';
import { cachedHome } from './measurements/cached-home.ts';
import { pageWeights } from './measurements/page-weights.ts';
import { rendering } from './measurements/rendering.ts';
import { dataApi } from './measurements/data-api.ts';
import { memory } from './measurements/memory.ts';
import { startUp } from './measurements/start-up.ts';
import { savedToShown } from './measurements/saved-to-shown.ts';
import { connections } from './measurements/connections.ts';
import { lighthouse } from './measurements/lighthouse.ts';
import { manyPosts } from './measurements/many-posts.ts';
import { USAGE, parseOptions } from './options.ts';
import { describeMissing, findProgram, notInstalled } from './programs.ts';
import { type Row, unmeasured } from './report/row.ts';
import { tableOf } from './report/table.ts';
import { loadNow, writeDocs, writeResults } from './results.ts';

const MEASUREMENTS: readonly Measurement[] = [
  cachedHome,
  pageWeights,
  lighthouse,
  rendering,
  dataApi,
  savedToShown,
  manyPosts,
  startUp,
  memory,
  connections,
];
const NAMES = MEASUREMENTS.map(({ name }) => name);

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), NAMES);
  if (!options) {
    console.log(`${USAGE}\n\nMeasurements: ${NAMES.join(', ')}`);
    return;
  }
  if (options.writesDocs) return writeDocs(NAMES);
  for (const line of describeMissing()) console.error(line);
  const closing = createClosing();
  closeOnSignals(closing);
  try {
    const bench = await openBench(options, closing, (line) => console.error(line));
    const before = loadNow();
    const rows: Row[] = [];
    for (const measurement of MEASUREMENTS) {
      if (options.only?.includes(measurement.name) ?? true) rows.push(...(await measure(bench, measurement)));
    }
    await writeResults(bench, rows, before, NAMES);
    console.log(tableOf(rows));
    if (rows.some(({ met }) => met === false)) process.exitCode = 1;
  } finally {
    await closing.closeAll();
  }
}

/** An error of one measurement does not lose the others. */
async function measure(bench: Bench, { name, needs = [], run }: Measurement): Promise<Row[]> {
  const missing = needs.find((program) => findProgram(program) === null);
  if (missing) return [unmeasured(name, name, '', notInstalled(missing))];
  bench.say(`Measuring ${name} …`);
  try {
    return await run(bench);
  } catch (error) {
    // The signal handler ends this process.
    if (bench.closing.hasBegun()) return new Promise(() => {});
    console.error(error);
    process.exitCode = 1;
    return [unmeasured(name, name, '', `not measured: ${(error as Error).message.split('\n', 1)[0]?.slice(0, 80)}`)];
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
process.disconnect?.();
