import { expect, test } from 'vitest';
import { processMemoryKb } from './server-process.ts';

const GB = 1024 ** 3;
const MB_IN_KB = 1024;

test.each([
  [GB / 2, 256],
  [GB, 256],
  [4 * GB, 512],
  [8 * GB, 1024],
  [64 * GB, 1024],
])('of %i bytes one process of PostgreSQL may take %i MB', (machine, megabytes) => {
  expect(processMemoryKb(machine)).toBe(megabytes * MB_IN_KB);
});
