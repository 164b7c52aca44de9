import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** What other commands need to know of the app that uses the data folder. */
type Running = {
  pid: number;
  url: string;
  databasePort: number | null;
  /** Set when the app has begun to stop. */
  isStopping?: true;
};

/** It is released with the block that holds it (`using`). */
export type DataLock = Disposable & {
  /** Publishes the addresses of the app and its database. */
  announce: (running: Running) => void;
  /** Publishes that the app has begun to stop, if it has published itself. */
  announceStop: () => void;
  release: () => void;
};

/** Another process holds the lock of the data folder. */
export class DataFolderInUse extends ConfigurationError {}

/** Result codes of SQLite (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Locks the data folder for this process. The lock is SQLite's exclusive file lock: the kernel releases it when the
 * process ends in any way, and Node has no file lock of its own. Throws DataFolderInUse when another process holds it,
 * and a ConfigurationError when the folder cannot be written.
 */
export function lockDataFolder(folder: string): DataLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeLock(folder);
  const note = join(folder, 'running.json');
  rmSync(note, { force: true });
  const announce = (running: Running): void => writeFileSync(note, JSON.stringify(running), { mode: 0o600 });
  const release = (): void => {
    rmSync(note, { force: true });
    lock.close();
  };
  return {
    announce,
    announceStop: () => {
      const running = readRunning(folder);
      if (running) announce({ ...running, isStopping: true });
    },
    release,
    [Symbol.dispose]: release,
  };
}

/** Runs `work` while the data folder is locked. Throws as `lockDataFolder` does. */
export async function withLockedFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  using _ = lockDataFolder(folder);
  return await work();
}

function takeLock(folder: string): DatabaseSync {
  const file = join(folder, 'lock');
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    throw lockError(folder, file, error as Error & { errcode?: number });
  }
}

function lockError(
  folder: string,
  file: string,
  { errcode, message }: Error & { errcode?: number },
): ConfigurationError {
  if (errcode === SQLITE_BUSY || errcode === SQLITE_LOCKED) {
    const running = readRunning(folder);
    return new DataFolderInUse(
      `Another start is already using ${folder}${running ? ` (process ${running.pid}, ${running.url})` : ''}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
  if (errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB) {
    return new ConfigurationError(
      `${file} is damaged. It holds no data: delete it when no other start uses the folder, then start again.`,
    );
  }
  return new ConfigurationError(
    `${file} cannot be opened (${message}). This start runs as user ${process.getuid?.() ?? 'of this machine'} and needs ` +
      'the right to write in that folder, on a disk of this machine with free space; or set DATA_DIR to another folder.',
  );
}

/** The app that uses this data folder, or null when none has published itself. */
export function readRunning(folder: string): Running | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as Running;
  } catch {
    return null;
  }
}

/** How long a process that serves is waited for: when its npm was just killed, it is about to stop. */
const SERVING_MS = 5_000;
/** The same of a process that starts or stops. */
const CHANGING_MS = 60_000;
const RETRY_MS = 100;
const TELL_AFTER_MS = 500;

/**
 * Locks the data folder as `lockDataFolder` does, after waiting for a process that uses it and is about to end. Throws
 * DataFolderInUse when it does not end in time, and the reason of `signal` when that is aborted.
 */
export async function waitForDataFolder(
  folder: string,
  { onProgress, signal }: { onProgress: (line: string) => void; signal: AbortSignal },
): Promise<DataLock> {
  const begun = performance.now();
  for (let isTold = false, servingSince: number | null = null; ;) {
    try {
      return lockDataFolder(folder);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const running = readRunning(folder);
      const isServing = running !== null && !running.isStopping;
      servingSince = isServing ? (servingSince ?? performance.now()) : null;
      const isTooLong = servingSince !== null && performance.now() - servingSince >= SERVING_MS;
      if (isTooLong || performance.now() - begun >= CHANGING_MS) throw error;
      if (!isTold && performance.now() - begun >= TELL_AFTER_MS) {
        isTold = true;
        onProgress(`Waiting for another process to end that uses ${folder}${running ? ` (${running.pid})` : ''} …`);
      }
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}
