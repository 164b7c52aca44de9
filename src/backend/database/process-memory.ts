import { totalmem } from 'node:os';

const SHARE_OF_MACHINE = 8;
const LEAST_BYTES = 256 * 1024 ** 2;
const MOST_BYTES = 1024 ** 3;

/**
 * Memory in kB that one process of the bundled PostgreSQL may take for itself, shared buffers apart: an eighth of what
 * the machine or the container has, between 256 MB and 1 GB. A statement that needs more fails with SQLSTATE 53200.
 */
export function processMemoryKb(machineBytes = availableBytes()): number {
  return Math.floor(Math.min(Math.max(machineBytes / SHARE_OF_MACHINE, LEAST_BYTES), MOST_BYTES) / 1024);
}

/** A container's limit counts where it is lower; Node says 0, or more than there is, where there is none. */
function availableBytes(): number {
  const total = totalmem();
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, total) : total;
}
