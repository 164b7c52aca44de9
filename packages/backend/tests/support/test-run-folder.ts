import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Shared by all test files of a run: templates of data folders, and compiled code. */
    testRunFolder: string;
  }
}

/** Provides a folder for all test files. Returns its path, and the function that deletes it. */
export async function openTestRunFolder(
  project: TestProject,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  project.provide('testRunFolder', folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Vitest's global setup: runs once before all test files. Returns what runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return (await openTestRunFolder(project)).remove;
}
