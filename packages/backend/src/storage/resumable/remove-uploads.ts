import { asService } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import { REMOVE_UPLOADS_EVERY_MS, RESUMABLE_MS } from '../limits.ts';
import { deleteOldUploads, deleteUploads } from './resumable-rows.ts';
import { settleByRows } from '../objects/save-object.ts';
import { lockProcess } from '../bytes/settle-processes.ts';
import type { StorageDeps } from '../storage-deps.ts';

/** Removes a resumable upload that its client has given up, with its bytes. */
export async function removeUpload(deps: StorageDeps, id: string): Promise<void> {
  await removePieces(deps, (query) => deleteUploads(query, [id]));
}

/** Removes what was begun more than a day ago: at once, and regularly. Errors are logged; the next time tries again. */
export function keepRemovingOldUploads(deps: StorageDeps): void {
  const remove = () =>
    removeOldUploads(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'storage leaves old uploads'));
  void remove();
  setInterval(() => void remove(), REMOVE_UPLOADS_EVERY_MS).unref();
}

async function removeOldUploads(deps: StorageDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - RESUMABLE_MS);
  let count = 0;
  do {
    await removePieces(deps, async (query) => {
      const deleted = await deleteOldUploads(query, before);
      ({ count } = deleted);
      return deleted.versions;
    });
  } while (count > 0);
}

/** Deletes rows of pieces in one transaction, then their bytes. */
async function removePieces(deps: StorageDeps, work: (query: RunQuery) => Promise<string[]>): Promise<void> {
  let versions: string[] = [];
  try {
    await asService(deps.database, {}, async (query) => {
      await lockProcess(query, deps.bytes.processId);
      versions = await work(query);
      await deps.bytes.mark(query, versions);
    });
    await deps.bytes.settle(versions, 'remove');
  } catch (error) {
    await settleByRows(deps, versions);
    throw error;
  }
}
