import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { fillFigures } from './report/fill-figures.ts';
import { type DatedRow, type Row, type Run, mergeRows } from './report/row.ts';
import { ROOT } from './trees/tree.ts';

const FILE = join(ROOT, 'bench/results/latest.json');

export type Results = {
  machine: { processor: string; cores: number; memoryGb: number; system: string };
  node: string;
  /** The last run; each row has its own. */
  run: Run;
  rows: DatedRow[];
};

/** What else the machine does, to judge the figures by. */
export const loadNow = (): number => Number((loadavg()[0] ?? 0).toFixed(2));

/**
 * Writes bench/results/latest.json. Rows of measurements that were not made this time stay, unless they are of another
 * machine. Returns what was written.
 */
export async function writeResults(
  bench: Bench,
  rows: Row[],
  before: number,
  names: readonly string[],
): Promise<Results> {
  const machine = describeMachine();
  const run: Run = {
    commit: bench.present.commit,
    date: new Date().toISOString(),
    isQuick: bench.options.isQuick,
    load: { before, after: loadNow() },
  };
  const earlier = await readResults();
  const kept = JSON.stringify(earlier?.machine) === JSON.stringify(machine) ? (earlier?.rows ?? []) : [];
  const dated = rows.map((row) => ({ ...row, run }));
  const results: Results = { machine, node: process.version, run, rows: mergeRows(kept, dated, names) };
  await mkdir(join(ROOT, 'bench/results'), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

/** Writes the figures of latest.json after their markers in docs/scale.md. */
export async function writeDocs(names: readonly string[]): Promise<void> {
  const results = await readResults();
  if (!results) throw new Error('There is no bench/results/latest.json yet. Use `npm run bench`.');
  const file = join(ROOT, 'docs/scale.md');
  await writeFile(file, fillFigures(await readFile(file, 'utf8'), results.rows, names));
}

async function readResults(): Promise<Results | null> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function describeMachine(): Results['machine'] {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()}`,
  };
}
