import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '#contract/configuration-error.ts';

/** What other commands need to know of the app that uses the data folder. */
export type Running = { pid: number; url: string; databasePort: number | null };

export type DataLock = {
  /** Publishes the addresses of the app and its database. */
  announce: (running: Running) => void;
  release: () => void;
};

/**
 * Locks the data folder for this process. The lock is SQLite's exclusive file lock: the kernel releases it when the
 * process ends in any way, and Node has no file lock of its own. Throws a ConfigurationError when another process holds
 * it.
 */
export function lockDataFolder(folder: string): DataLock {
  mkdirSync(folder, { recursive: true });
  const lock = takeLock(folder);
  const note = join(folder, 'running.json');
  rmSync(note, { force: true });
  return {
    announce: (running) => writeFileSync(note, JSON.stringify(running), { mode: 0o600 }),
    release: () => {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    const running = readRunning(folder);
    throw new ConfigurationError(
      `Another start is already using ${folder}${running ? ` (process ${running.pid}, ${running.url})` : ''}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    );
  }
}

/** The app that uses this data folder, or null when none has published itself. */
export function readRunning(folder: string): Running | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as Running;
  } catch {
    return null;
  }
}
