import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGone } from './npm-process.mjs';
import { ROOT } from './programs.mjs';

/** Outside node_modules, because an installation removes that folder. Node 20 has no file lock. */
const LOCK = join(ROOT, '.set-up.lock');
const TOUCH_EVERY_MS = 1_000;
/** After a power cut the process id may belong to another program, which does not touch the file. */
const STALE_AFTER_MS = 30_000;
const RETRY_MS = 200;
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/** Runs `work` while no other process of this clone runs such work. Waits for the others, and says so. */
export async function oneAtATime(work) {
  await takeLock();
  const touch = setInterval(() => touchLock(), TOUCH_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    rmSync(LOCK, { force: true });
  }
}

async function takeLock() {
  for (let isTold = false; ; await sleep(RETRY_MS)) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (NOT_WRITABLE.includes(error.code)) throw notWritable(error);
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder();
    if (holder === null) continue;
    if (isGone(holder.pid) || holder.ageMs > STALE_AFTER_MS) {
      removeStale();
    } else if (!isTold) {
      isTold = true;
      console.error(`Waiting: another command (process ${holder.pid}) is installing or building here …`);
    }
  }
}

function notWritable(error) {
  return new Error(
    `This version is not installed and built yet, or this user may not read it, and may not write in ${ROOT} (${error.code}). ` +
      'Run `npm run build` with umask 022 as the user that owns it, where it can be written; then repeat this.',
    { cause: error },
  );
}

/** The process that holds the lock; null when it was released meanwhile. */
function readHolder() {
  try {
    return { pid: Number(readFileSync(LOCK, 'utf8')), ageMs: Date.now() - statSync(LOCK).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Renamed first: of two processes that find the same stale file, one removes it. */
function removeStale() {
  const renamed = `${LOCK}.${randomUUID()}`;
  try {
    renameSync(LOCK, renamed);
    rmSync(renamed);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function touchLock() {
  const now = new Date();
  try {
    utimesSync(LOCK, now, now);
  } catch {
    // Removed by hand: the work continues.
  }
}
