import { totalmem } from 'node:os';

const SHARE_OF_MACHINE = 8;
const LEAST_BYTES = 256 * 1024 ** 2;
const MOST_BYTES = 1024 ** 3;

/**
 * The memory limit in kB of one process of the bundled PostgreSQL, without shared buffers: an eighth of the memory of
 * the machine or container, between 256 MB and 1 GB. A statement that needs more fails with SQLSTATE 53200.
 */
export function processMemoryKb(machineBytes = availableBytes()): number {
  return Math.floor(Math.min(Math.max(machineBytes / SHARE_OF_MACHINE, LEAST_BYTES), MOST_BYTES) / 1024);
}

/** The limit of a container applies when it is lower. Without one Node returns 0 or more than the machine has. */
function availableBytes(): number {
  const total = totalmem();
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, total) : total;
}
