import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { stopOrphan } from '#backend/database/stop-orphan.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const REMOVING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** The data folder that is built in a work folder. */
export function builtFolderOf(workFolder: string): string {
  return join(workFolder, 'data');
}

/**
 * Runs `work` with a new folder in the data folder, on the same disk, and removes it: also when the process is told to
 * stop, with a PostgreSQL that runs there. What a killed process has left is removed first, so the caller must hold a
 * lock against a second `use`.
 */
export async function withWorkFolder<T>(
  dataFolder: string,
  use: 'restore' | 'verify',
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = workFolderOf(dataFolder, use);
  const end = (): void => {
    void clear(parent).finally(() => process.exit(1));
  };
  await clear(parent);
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return await work(await mkdtemp(join(parent, 'work-')));
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await clear(parent);
  }
}

/** Removes what a killed process has left of this use, with a PostgreSQL that runs there. */
export function clearWork(dataFolder: string, use: 'restore' | 'verify'): Promise<void> {
  return clear(workFolderOf(dataFolder, use));
}

function workFolderOf(dataFolder: string, use: string): string {
  return join(dataFolder, `backup-work-${use}`);
}

async function clear(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    // Without a database there is nothing to stop.
    await stopOrphan(clusterFolderOf(builtFolderOf(join(parent, name)))).catch(() => {});
  }
  await rm(parent, REMOVING);
}
