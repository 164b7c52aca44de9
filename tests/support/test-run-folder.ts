import type { TestProject } from 'vitest/node';
import { openTestRunFolder } from '#backend-tests/support/test-run-folder.ts';
import { readFigures } from './fault-figures.ts';

/** Vitest's global setup: runs once before all test files. Returns what runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await openTestRunFolder(project);
  return async () => {
    const figures = readFigures(folder);
    if (figures !== null) console.log(`\nFigures:\n${figures}`);
    await remove();
  };
}
