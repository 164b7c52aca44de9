import { randomUUID } from 'node:crypto';
import { type FileHandle, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFile, flushFolder } from '../database/flush.ts';
import { StorageError } from './errors.ts';
import { processFolder, removeVersion, rendersFolder, versionFile, versionFolder } from './paths.ts';

/**
 * The files of the service. The bytes of a version never change. A process creates or removes a version in three steps:
 * it writes a mark, changes the bytes and the row, and deletes the mark. A mark of a process that has ended names a
 * version that may be incomplete; its bytes are kept if it has a row, and removed otherwise (settle-processes.ts). Bytes
 * are never removed only because they have no row, so a wrong DATABASE_URL loses nothing.
 */
export type Bytes = {
  /** The id of this process, which names its lock and its folder. */
  processId: string;
  /** A new path for a file that is being received. */
  incoming: () => Promise<string>;
  /** Moves a received and flushed file to a new version, marked until `settle`. */
  adopt: (file: string, version: string) => Promise<void>;
  /** Copies the bytes of a version to a new one, marked until `settle`. */
  duplicate: (from: string, version: string) => Promise<void>;
  /** Marks versions whose rows are about to be deleted. */
  mark: (versions: readonly string[]) => Promise<void>;
  /**
   * Checks that no other process has taken this one for dead and settled the version. Call it in the transaction that
   * writes the row, which holds the lock of this process. Throws, so that the transaction rolls back.
   */
  confirm: (version: string) => Promise<void>;
  /** Deletes the marks of versions, and with `remove` their bytes and renders. */
  settle: (versions: readonly string[], end: 'keep' | 'remove') => Promise<void>;
  /** Opens the bytes of a version. Throws StorageError `NoSuchKey` when another request has removed them. */
  open: (version: string) => Promise<FileHandle>;
  /** The path of the bytes of a version, for decoders that read files. */
  fileOf: (version: string) => string;
  /** The folder of the renders of a version. */
  rendersOf: (version: string) => string;
};

/**
 * The suffix of a confirmed mark. Marks are renamed, because a network file system answers a rename from the server and
 * not from a cache.
 */
const CONFIRMED = '.confirmed';

/**
 * Opens the storage folder, and creates it when it does not exist. `processId` is a new UUID whose lock this process
 * already holds.
 */
export async function openBytes(folder: string, processId: string): Promise<Bytes> {
  const own = processFolder(folder, processId);
  const makeOwn = async () => {
    for (const path of [own.incoming, own.marks]) await mkdir(path, { recursive: true, mode: 0o700 });
  };
  await makeOwn();

  // Created again in case another process took this one for dead.
  const incoming = async (): Promise<string> => {
    await makeOwn();
    return join(own.incoming, randomUUID());
  };
  const mark = async (versions: readonly string[]): Promise<void> => {
    for (const version of versions) await (await open(join(own.marks, version), 'w', 0o600)).close();
    await flushFolder(own.marks);
  };
  const adopt = async (file: string, version: string): Promise<void> => {
    const target = versionFolder(folder, 'objects', version);
    await mkdir(target, { recursive: true, mode: 0o700 });
    await mark([version]);
    await rename(file, versionFile(folder, version));
    await flushFolder(target);
  };

  return {
    processId,
    incoming,
    adopt,
    duplicate: async (from, version) => {
      const file = await incoming();
      await copyFile(versionFile(folder, from), file).catch(rejectMissing);
      await flushFile(file);
      await adopt(file, version);
    },
    mark,
    confirm: (version) => rename(join(own.marks, version), join(own.marks, version + CONFIRMED)),
    settle: async (versions, end) => {
      for (const version of versions) {
        if (end === 'remove') await removeVersion(folder, version);
        for (const name of [version, version + CONFIRMED]) await rm(join(own.marks, name), { force: true });
      }
    },
    open: (version) => open(versionFile(folder, version), 'r').catch(rejectMissing),
    fileOf: (version) => versionFile(folder, version),
    rendersOf: (version) => rendersFolder(folder, version),
  };
}

function rejectMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new StorageError('NoSuchKey') : error;
}
