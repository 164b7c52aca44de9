import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Starts something before the tests of a file and stops it after them. Its properties may be read while they run. */
export function startForTests<T extends { stop: () => Promise<unknown> }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.stop());
  return new Proxy({} as T, { get: (_, name) => Reflect.get(started ?? {}, name) as unknown });
}

/** The path of a new folder, which is removed after the tests of the file. */
export function folderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
