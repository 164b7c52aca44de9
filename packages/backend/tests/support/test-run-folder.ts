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

/** Vitest's global setup: runs once before all test files. Returns what runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  project.provide('testRunFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
