import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/**
 * Ends a PostgreSQL that outlived its app (SIGKILL of the app leaves it running), or removes the lock file of one that
 * did not. Call only while holding the lock of the data folder: then no living app owns the server.
 * Returns what was found; throws when the server does not stop.
 */
export async function stopOrphan(clusterFolder: string): Promise<'none' | 'stale-lock' | 'stopped'> {
  const lockFile = join(clusterFolder, 'postmaster.pid');
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (!pid) return 'none';
  if (!(await isServerOf(pid, clusterFolder))) {
    // The number may belong to another process by now; PostgreSQL itself would refuse to start.
    await rm(lockFile, { force: true });
    return 'stale-lock';
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalProcess(pid, signal);
    if (await hasEnded(pid)) return 'stopped';
  }
  throw new Error(`A PostgreSQL of an earlier start (process ${pid}) does not stop. End it, then start again.`);
}

async function isServerOf(pid: number, clusterFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const standsIn = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return standsIn === (await realpath(clusterFolder));
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(clusterFolder);
  } catch {
    return false;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if (!isAlive(pid)) return true;
    await sleep(50);
  }
  return false;
}

function isAlive(pid: number): boolean {
  return signalProcess(pid, 0);
}

function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
