import { expect, test } from 'vitest';
import { describeLimit, processMemoryKb } from './server-process.ts';

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

test.each([
  [
    'LOG:  could not fork process for startup process: Resource temporarily unavailable',
    /too few processes: raise .*ulimit -u/,
  ],
  [
    'FATAL:  could not resize shared memory segment "/PostgreSQL.24" to 1048576 bytes: No space left on device',
    /\/dev\/shm must be writable and hold 64 MB/,
  ],
  [
    'FATAL:  could not open shared memory segment "/PostgreSQL.22": Read-only file system',
    /\/dev\/shm must be writable/,
  ],
])('%s is described with what to do', (line, sentence) => {
  expect(describeLimit(['LOG:  starting PostgreSQL', line])).toMatch(sentence);
  expect(describeLimit(['LOG:  starting PostgreSQL', 'FATAL:  data directory has wrong ownership'])).toBeNull();
});
