import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asService } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import { holdLock } from '../../database/hold-lock.ts';
import type { BackendDeps } from '../../deps.ts';
import { REMOVE_RENDERS_EVERY_MS, SETTLE_EVERY_MS } from '../limits.ts';
import { versionOfMark } from '../paths.ts';
import { type Bytes, openFolderBytes } from './folder-bytes.ts';
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
  repeat(database, () => settleDeadProcesses(deps), SETTLE_EVERY_MS);
  if (!store) return local;

  // The SDK is large, and only a site with STORAGE_URL needs it.
  const [{ openS3Store }, { openS3Bytes, settleS3 }] = await Promise.all([
    import('../s3-store.ts'),
    import('./s3-bytes.ts'),
  ]);
  const s3Deps = { ...deps, store: openS3Store(store) };
  // Not awaited: a store that does not answer must not delay a worker that is started again.
  void settleS3(s3Deps);
  repeat(database, () => settleS3(s3Deps), SETTLE_EVERY_MS);
  repeat(
    database,
    () =>
      removeOrphanRenders(folder, database, now().getTime()).catch((error: unknown) =>
        log.warn({ err: error }, 'storage leaves renders of removed pictures for the next time'),
      ),
    REMOVE_RENDERS_EVERY_MS,
  );
  return openS3Bytes(s3Deps, local);
}

/** Until the process stops, which ends the pools: work that began then would report an outage. */
export function repeat({ pool }: { pool: { ending: boolean } }, work: () => Promise<void>, everyMs: number): void {
  setInterval(() => void (pool.ending || work()), everyMs).unref();
}

/** A younger folder may be of an upload that is about to get its row. */
const MIN_AGE_MS = 60 * 60_000;

/**
 * Removes renders of pictures that no longer exist: with an S3 store each machine keeps renders of its own, and does not
 * see what others remove. Renders are only a cache, so nothing is lost with a wrong database. `now` in milliseconds.
 */
export async function removeOrphanRenders(folder: string, database: DatabasePool, now: number): Promise<void> {
  const rendered = join(folder, 'rendered');
  for (const part of await readdir(rendered).catch(() => [])) {
    const names = await readdir(join(rendered, part)).catch(() => []);
    const versions = names.filter((name) => versionOfMark(name) === name);
    const kept = await findKept(database, versions);
    for (const version of versions) {
      const path = join(rendered, part, version);
      const found = kept.has(version) ? null : await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > MIN_AGE_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

async function findKept(database: DatabasePool, versions: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await asService(database, { readOnly: true }, (query) =>
    query('select version from storage.objects where version = any($1)', [versions]),
  );
  return new Set(rows.map(({ version }) => version as string));
}
