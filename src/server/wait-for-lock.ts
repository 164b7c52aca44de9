import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning } from './lock.ts';

export type Patience = {
  /** For a process that serves, in milliseconds: when its npm was just killed, it is about to stop. */
  servingMs: number;
  /** For a process that starts or stops. */
  changingMs: number;
};

const PATIENCE: Patience = { servingMs: 5_000, changingMs: 60_000 };
const RETRY_MS = 100;
const TELL_AFTER_MS = 500;

/**
 * Locks the data folder as `lockDataFolder` does, after waiting for a process that uses it and is about to end. Throws
 * DataFolderInUse when it does not end in time, and the reason of `signal` when that is aborted.
 */
export async function waitForDataFolder(
  folder: string,
  {
    onProgress,
    signal,
    patience = PATIENCE,
  }: { onProgress: (line: string) => void; signal: AbortSignal; patience?: Patience },
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
      const isTooLong = servingSince !== null && performance.now() - servingSince >= patience.servingMs;
      if (isTooLong || performance.now() - begun >= patience.changingMs) throw error;
      if (!isTold && performance.now() - begun >= TELL_AFTER_MS) {
        isTold = true;
        onProgress(`Waiting for another process to end that uses ${folder}${running ? ` (${running.pid})` : ''} …`);
      }
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}
