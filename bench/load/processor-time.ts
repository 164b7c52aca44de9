import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** The processor time of a process and all its children so far, in seconds; null where there is no /proc. */
export function processorSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return (
      readTicks(stat) / TICKS_PER_SECOND +
      childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) ?? 0), 0)
    );
  } catch {
    return null;
  }
}

/**
 * User and system time of a line of /proc/PID/stat, with that of children that have ended. The name in parentheses may
 * hold spaces.
 */
export function readTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
