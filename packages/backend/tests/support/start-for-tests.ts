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
