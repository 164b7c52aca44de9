import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes of an app and its bundled PostgreSQL, by its data folder, for tests that stop and end them. */

/** The id of the process of the app. */
export function appPid(dataFolder: string): number {
  return Number(JSON.parse(readFileSync(join(dataFolder, 'running.json'), 'utf8')).pid);
}

/** The id of the server's first process. */
export function postmasterPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** The ids of all processes of the server, the first one first. */
export function serverProcesses(dataFolder: string): number[] {
  const postmaster = postmasterPid(dataFolder);
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [postmaster, ...processes.filter(([, parent]) => parent === postmaster).map(([pid = 0]) => pid)];
}

/** Signals processes; those that have ended meanwhile are left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Stops all processes of the server, as a frozen machine does. Returns the function that continues them. */
export function freezeServer(dataFolder: string): () => void {
  // The first process is stopped first, so that it starts no others meanwhile.
  signalAll([postmasterPid(dataFolder)], 'SIGSTOP');
  const pids = serverProcesses(dataFolder);
  signalAll(pids, 'SIGSTOP');
  return () => signalAll(pids, 'SIGCONT');
}
