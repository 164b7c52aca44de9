import { execFileSync } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifMissing } from './if-missing.ts';

const STOPS_WITHIN_MS = 30_000;

/** The lines of postmaster.pid that are used here (https://www.postgresql.org/docs/18/storage-file-layout.html). */
type LockFile = { pid: number; port: string };

/**
 * Stops a PostgreSQL whose app was killed (SIGKILL leaves it running), and backends of a killed PostgreSQL. Removes a
 * lock file that would prevent the next start: one with the id of another program's process, or an empty one after a
 * power cut. The lock file of an ended process stays: PostgreSQL uses it to check whether shared memory is still in
 * use, and removes it itself. The caller must hold the lock of the data folder, so that no running app owns the server.
 * Returns whether it stopped one. Throws when the server does not stop or the lock file cannot be read.
 */
export async function stopOrphan(clusterFolder: string): Promise<boolean> {
  const path = join(clusterFolder, 'postmaster.pid');
  const lock = await readLockFile(path);
  const isOrphan = lock !== null && (await isServerOf(lock, clusterFolder));
  if (isOrphan) await stopServer(lock.pid);
  await stopBackends(clusterFolder);
  const isStale = !isOrphan && lock !== null && (lock.pid <= 0 || isAlive(lock.pid));
  if (isStale) await rm(path, { force: true });
  return isOrphan;
}

async function readLockFile(path: string): Promise<LockFile | null> {
  const text = await readFile(path, 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  const [pid, , , port = ''] = text.split('\n');
  return { pid: Number(pid) || 0, port };
}

async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalProcess(pid, signal);
    if (await hasEnded(pid)) return;
  }
  throw new Error(`A PostgreSQL of an earlier start (process ${pid}) does not stop. End it, then start again.`);
}

/** A backend whose postmaster is killed continues until its statement ends. */
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
    // Root without CAP_SYS_PTRACE (the default in containers) may not read the working directory of another account's
    // process.
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
  const end = performance.now() + STOPS_WITHIN_MS;
  while (performance.now() < end) {
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
