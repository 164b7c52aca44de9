import { execFileSync } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STOPS_WITHIN_MS = 30_000;

/** The lines of postmaster.pid that matter here (https://www.postgresql.org/docs/18/storage-file-layout.html). */
type LockFile = { pid: number; port: string };

/**
 * Ends a PostgreSQL that outlived its app (SIGKILL of the app leaves it running) and the backends of one that was killed
 * itself, and removes a lock file that would keep the next one from starting: one that names another program's process,
 * or one that a power cut left empty. The lock file of a process that is gone stays: PostgreSQL checks by it whether
 * shared memory is still in use, and removes it itself.
 * Call only while holding the lock of the data folder: then no living app owns the server.
 * Returns what was found; throws when the server does not stop, or when the lock file cannot be read.
 */
export async function stopOrphan(clusterFolder: string): Promise<'none' | 'stale-lock' | 'stopped'> {
  const path = join(clusterFolder, 'postmaster.pid');
  const lock = await readLockFile(path);
  const isOrphan = lock !== null && (await isServerOf(lock, clusterFolder));
  if (isOrphan) await stopServer(lock.pid);
  await stopBackends(clusterFolder);
  if (isOrphan) return 'stopped';
  if (lock === null || (lock.pid > 0 && !isAlive(lock.pid))) return 'none';
  await rm(path, { force: true });
  return 'stale-lock';
}

async function readLockFile(path: string): Promise<LockFile | null> {
  try {
    const [pid, , , port = ''] = (await readFile(path, 'utf8')).split('\n');
    return { pid: Number(pid) || 0, port };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalProcess(pid, signal);
    if (await hasEnded(pid)) return;
  }
  throw new Error(`A PostgreSQL of an earlier start (process ${pid}) does not stop. End it, then start again.`);
}

/** A backend that is busy when its postmaster is killed runs on to the end of its statement. */
async function stopBackends(clusterFolder: string): Promise<void> {
  for (const pid of await findBackends(clusterFolder)) {
    signalProcess(pid, 'SIGQUIT');
    if (!(await hasEnded(pid)))
      throw new Error(`Process ${pid} of an earlier PostgreSQL does not stop. End it, then start again.`);
  }
}

async function findBackends(clusterFolder: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const folder = await realpath(clusterFolder);
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const standsIn = /^\d+$/.test(name) ? await readlink(`/proc/${name}/cwd`).catch(() => null) : null;
    if (standsIn !== folder) continue;
    if ((await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')).trim() === 'postgres') found.push(Number(name));
  }
  return found;
}

async function isServerOf({ pid, port }: LockFile, clusterFolder: string): Promise<boolean> {
  if (!pid || !isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const standsIn = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    if (standsIn !== null) return standsIn === (await realpath(clusterFolder));
    // Root without CAP_SYS_PTRACE (the default in a container) may not see where another account's process stands.
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return (words[0] ?? '').endsWith('/postgres') && words.includes(`port=${port}`);
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(clusterFolder);
  } catch {
    return false;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const end = Date.now() + STOPS_WITHIN_MS;
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
