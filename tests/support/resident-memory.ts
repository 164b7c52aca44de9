import { existsSync, readFileSync } from 'node:fs';

/** The resident memory of a process in MB; 0 on systems without /proc. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}
