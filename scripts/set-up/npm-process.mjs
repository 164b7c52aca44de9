import { execFileSync } from 'node:child_process';

/**
 * The processes of the npm that started this one, or null: the parent, and its parent where npm runs scripts through a
 * shell. Only the end of a process can be observed, so both are watched.
 */
export function findNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return null;
  try {
    const above = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' }));
    return [process.ppid, above].filter((pid) => pid > 1);
  } catch {
    return [process.ppid];
  }
}

export function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
