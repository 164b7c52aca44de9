import { chmod, glob, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '#scripts/set-up/build.mjs';
import { readFigures } from './fault-figures.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

// packages/backend/tests/support/test-run-folder.ts declares `testRunFolder`.
declare module 'vitest' {
  interface ProvidedContext {
    /** Whether build/ is that of the sources. */
    isBuilt: boolean;
  }
}

/** About ten data folders, with their databases. */
const ROOM = 2e9;

/** Vitest's global setup: runs once before all test files. Returns what runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(), 'test-run-'));
  // Databases and some commands run as another account.
  await chmod(folder, 0o755);
  const compileCache = join(folder, 'node-compile-cache');
  await mkdir(compileCache);
  await chmod(compileCache, 0o1777);
  project.provide('testRunFolder', folder);
  project.provide('isBuilt', isBuilt());
  // The workers inherit it. Tests write to memory, except a full run of faults (vitest.config.ts).
  process.env['TMPDIR'] = folder;
  return async () => {
    const figures = readFigures(folder);
    if (figures !== null) console.log(`\nFigures:\n${figures}`);
    // Shared apps stop when their worker ends, each with its database.
    await waitFor(async () => !(await isAppRunning(folder)));
    await rm(folder, { recursive: true, force: true });
  };
}

/** Linux's file system in memory if it has room for what tests write, else the folder of temporary files. */
async function memoryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM ? '/dev/shm' : tmpdir();
}

async function isAppRunning(folder: string): Promise<boolean> {
  const { done } = await glob('app-*/running.json', { cwd: folder }).next();
  return !done;
}
