import { execFileSync } from 'node:child_process';

/**
 * The npm that started us, or null: our parent, or, where npm runs scripts through a shell that stays, its parent.
 * Only a process that is gone can be noticed, so both are looked at.
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
