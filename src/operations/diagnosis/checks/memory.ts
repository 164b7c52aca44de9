import { totalmem } from 'node:os';
import { sizeOf } from '../amounts.ts';
import { type Verdict, bad, good, warning } from '../finding.ts';

const MB = 1024 ** 2;
const BAD_BELOW = 64 * MB;
const WARN_BELOW = 192 * MB;

/** Memory in bytes: of the machine, or of the container. */
export type MemoryReading = { total: number; available: number };

/** Checks that enough memory is left for PostgreSQL and pictures. `read` is that of this machine unless given. */
export function checkMemory(read: () => MemoryReading = readMemory): Verdict {
  const { total, available } = read();
  const amount = `${sizeOf(available)} of ${sizeOf(total)} are available`;
  const remedy = 'Stop other programs, give the machine or the container more memory, or lower WEB_WORKERS.';
  if (available < BAD_BELOW) return bad(`Only ${amount}: the system may end the site.`, remedy);
  if (available < WARN_BELOW) return warning(`Only ${amount}.`, remedy);
  return good(`${amount}.`);
}

function readMemory(): MemoryReading {
  // Without a limit the number is larger than any memory.
  const limit = process.constrainedMemory() || Infinity;
  return { total: Math.min(totalmem(), limit), available: process.availableMemory() };
}
