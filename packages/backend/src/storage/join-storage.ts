import { randomUUID } from 'node:crypto';
import { holdLock } from '../database/hold-lock.ts';
import type { BackendDeps } from '../deps.ts';
import type { Bytes } from './bytes.ts';
import { openFolderBytes } from './folder-bytes.ts';
import { REMOVE_RENDERS_EVERY_MS, SETTLE_EVERY_MS } from './limits.ts';
import { removeOrphanRenders } from './remove-orphan-renders.ts';
import { type SettleDeps, processLock, settleDeadProcesses } from './settle-processes.ts';

/**
 * Registers this process among those that share the bytes, and settles what dead processes have left: at once, and
 * regularly. The lock comes first, so that the folder or a mark of the process never exists without it. Throws when the
 * data folder cannot be written.
 */
export async function joinStorage({ database, log, settings, now }: BackendDeps): Promise<Bytes> {
  const processId = randomUUID();
  const { storageFolder: folder, store } = settings;
  const deps: SettleDeps = { folder, processId, database, log };
  await holdLock(database.url, processLock(processId));
  const local = await openFolderBytes(folder, processId);
  await settleDeadProcesses(deps);
  repeat(() => settleDeadProcesses(deps), SETTLE_EVERY_MS);
  if (!store) return local;

  // The SDK is large, and only a site with STORAGE_URL needs it.
  const [{ openS3Store }, { openS3Bytes, settleS3 }] = await Promise.all([
    import('./s3-store.ts'),
    import('./s3-bytes.ts'),
  ]);
  const s3Deps = { ...deps, store: openS3Store(store) };
  // Not awaited: a store that does not answer must not delay a worker that is started again.
  void settleS3(s3Deps);
  repeat(() => settleS3(s3Deps), SETTLE_EVERY_MS);
  repeat(
    () =>
      removeOrphanRenders(folder, database, now().getTime()).catch((error: unknown) =>
        log.warn({ err: error }, 'storage leaves renders of removed pictures for the next time'),
      ),
    REMOVE_RENDERS_EVERY_MS,
  );
  return openS3Bytes(s3Deps, local);
}

function repeat(work: () => Promise<void>, everyMs: number): void {
  setInterval(() => void work(), everyMs).unref();
}
