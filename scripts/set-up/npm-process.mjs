import { execFileSync } from 'node:child_process';

/**
 * The processes of the npm that started this one, or null: the parent, and its parent where npm runs scripts through a
 * shell. Only the end of a process can be observed, so both are watched. What is above npm is not: a script that starts
 * the site may end.
 */
export function findNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return null;
  try {
    const parent = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(process.ppid)], { encoding: 'utf8' });
    const [, above, command] = /^\s*(\d+)\s+(.*)$/m.exec(parent) ?? [];
    return command?.startsWith('npm') ? [process.ppid] : [process.ppid, Number(above)].filter((pid) => pid > 1);
  } catch {
    return [process.ppid];
  }
}

/**
 * Whether npm was started by `nohup`. Node resets the disposition "ignored" of SIGHUP that `nohup` sets, so npm ends at a
 * hangup; this process and the site go on. Bash and zsh pass the program that they start in `_`.
 */
export function isUnderNohup() {
  return /(?:^|\/)nohup$/.test(process.env._ ?? '');
}

export function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
