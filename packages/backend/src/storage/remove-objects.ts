import { asCaller } from '../database/as-caller.ts';
import type { Caller } from '../database/caller.ts';
import type { RunQuery } from '../database/connect.ts';
import { OBJECT_DATES } from './objects.ts';
import { settleByRows } from './save-object.ts';
import { lockProcess } from './settle-processes.ts';
import type { BackendContext } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

type Choice = { bucket: string; keys: readonly string[] };

/**
 * Removes objects with the rights of the caller: first the rows, then the bytes. Returns the removed rows; missing
 * objects and those that policies protect are skipped (protocol.md 3).
 */
export async function removeObjects(
  deps: StorageDeps,
  c: BackendContext,
  caller: Caller,
  choose: (query: RunQuery) => Promise<Choice>,
): Promise<Record<string, unknown>[]> {
  let versions: string[] = [];
  try {
    const rows = await asCaller(deps.database, caller, requestOf(c), async (query) => {
      await lockProcess(query, deps.bytes.processId);
      const { bucket, keys } = await choose(query);
      const deleted = await query(DELETE, [bucket, keys]);
      versions = deleted.rows.flatMap(({ version }) => (version ? [version as string] : []));
      await deps.bytes.mark(query, versions);
      return deleted.rows;
    });
    await deps.bytes.settle(versions, 'remove');
    return rows;
  } catch (error) {
    await settleByRows(deps, versions);
    throw error;
  }
}

const DELETE = `delete from storage.objects where bucket_id = $1 and name = any($2)
  returning id, name, bucket_id, coalesce(owner_id, owner::text, '') as owner, owner_id, version, ${OBJECT_DATES}, metadata, user_metadata`;
