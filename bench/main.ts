/**
 * `npm run bench`: measures what docs/scale.md says about speed and size on the machine it runs on, beside baselines in
 * the same run, and prints the table. Exits with 1 when a budget is not met.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from '#tests/support/find-program.ts';
import type { Bench } from './app.ts';
import { atEnd, cleanUp } from './child.ts';
import { type ResultRow, tableOf } from './report.ts';
import { measureLighthouse, measurePageWeights } from './rows/browser.ts';
import { measureManyPosts, measureSavedToShown } from './rows/posts.ts';
import { measureConnections, measureMemory, measureStartUp } from './rows/process.ts';
import { measureCachedHome, measureDataApi, measureRendering } from './rows/requests.ts';

const MEASUREMENTS: Record<string, (bench: Bench) => Promise<ResultRow[]>> = {
  'cached-home': measureCachedHome,
  'page-weights': measurePageWeights,
  lighthouse: measureLighthouse,
  rendering: measureRendering,
  'data-api': measureDataApi,
  'saved-to-shown': measureSavedToShown,
  'many-posts': measureManyPosts,
  'start-up': measureStartUp,
  memory: measureMemory,
  connections: measureConnections,
};

const USAGE = `npm run bench -- [options]
  --only a,b   only these measurements: ${Object.keys(MEASUREMENTS).join(', ')}
  --quick      fewer and shorter rounds, for orientation
  --help       this text`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(MEASUREMENTS);
  const unknown = names.find((name) => !(name in MEASUREMENTS));
  if (values.help || unknown !== undefined) throw new Error(unknown ? `There is no "${unknown}".\n${USAGE}` : USAGE);
  const temporary = await mkdtemp(join(tmpdir(), 'bench-'));
  atEnd(() => rm(temporary, { recursive: true, force: true }));
  const bench: Bench = { isQuick: values.quick, temporary, say: (line) => console.error(line) };
  for (const program of ['wrk', 'nginx']) {
    if (findProgram(program) === null) bench.say(`${program} is not installed: the rows that need it fail.`);
  }
  const rows: ResultRow[] = [];
  for (const name of names) rows.push(...(await measure(bench, name)));
  console.log(tableOf(rows));
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
}

/** An error of one measurement does not lose the others. */
async function measure(bench: Bench, name: string): Promise<ResultRow[]> {
  bench.say(`Measuring ${name} …`);
  try {
    return (await MEASUREMENTS[name]?.(bench)) ?? [];
  } catch (error) {
    // The signal handler ends this process.
    if (isStopped) return new Promise(() => {});
    console.error(error);
    process.exitCode = 1;
    return [{ what: name, measured: 'failed' }];
  }
}

let isStopped = false;
async function stop(): Promise<void> {
  if (isStopped) return;
  isStopped = true;
  console.error('\nStopping what was started …');
  await cleanUp();
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void stop());

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
isStopped = true;
await cleanUp();
process.disconnect?.();
