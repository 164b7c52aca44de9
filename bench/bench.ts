import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closing } from './closing.ts';
import type { Options } from './options.ts';
import type { Program } from './programs.ts';
import type { Row } from './report/row.ts';
import { type Tree, checkOut, presentTree } from './trees/tree.ts';

/** What all measurements share. */
export type Bench = {
  options: Options;
  closing: Closing;
  /** A folder that is removed at the end. */
  temporary: string;
  present: Tree;
  /** The version to compare with, checked out and built at the first call; null with `--against none`. */
  earlier: () => Promise<Tree | null>;
  /** Tells the person at the terminal what is going on. */
  say: (line: string) => void;
};

export type Measurement = {
  /** As in `--only`. */
  name: string;
  /** The programs of the system without which there is nothing to measure. */
  needs?: readonly Program[];
  run: (bench: Bench) => Promise<Row[]>;
};

export async function openBench(options: Options, closing: Closing, say: Bench['say']): Promise<Bench> {
  const temporary = await mkdtemp(join(tmpdir(), 'bench-'));
  closing.add(() => rm(temporary, { recursive: true, force: true }));
  let checkingOut: Promise<Tree> | undefined;
  const { against } = options;
  const earlier = (commit: string): Promise<Tree> => {
    say(`Checking out and building ${commit} …`);
    return checkOut(commit, join(temporary, 'earlier'), { closing });
  };
  return {
    options,
    closing,
    temporary,
    say,
    present: await presentTree({ closing }),
    earlier: async () => (against === null ? null : (checkingOut ??= earlier(against))),
  };
}

/** The present version, and the one to compare with where there is one. */
export async function bothTrees(bench: Bench): Promise<Tree[]> {
  const earlier = await bench.earlier();
  return earlier ? [bench.present, earlier] : [bench.present];
}
