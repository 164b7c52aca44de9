import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { flushFile, flushFolder } from '../../database/flush.ts';
import { StorageError } from '../errors.ts';
import { processFolder, removeVersion, rendersFolder, versionFile, versionFolder } from '../paths.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { ByteRange } from '../objects/serve-file.ts';

/**
 * The suffix of a confirmed mark. Marks are renamed, because a network file system answers a rename from the server and
 * not from a cache.
 */
const CONFIRMED = '.confirmed';

/**
 * Opens the storage folder, and creates it when it does not exist. Marks are files in the folder of the process
 * (settle-processes.ts). `processId` is a new UUID whose lock this process already holds.
 */
export async function openFolderBytes(folder: string, processId: string): Promise<Bytes> {
  const own = processFolder(folder, processId);
  const makeOwn = async () => {
    for (const path of [own.incoming, own.marks]) await mkdir(path, { recursive: true, mode: 0o700 });
  };
  await makeOwn();

  // Both create the folders again, in case another process took this one for dead.
  const incoming = async (): Promise<IncomingFile> => {
    await makeOwn();
    const path = join(own.incoming, randomUUID());
    return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
  };
  const mark = async (versions: readonly string[]): Promise<void> => {
    await makeOwn();
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
      const { path } = await incoming();
      await copyFile(versionFile(folder, from), path).catch(rejectMissing);
      await flushFile(path);
      await adopt(path, version);
    },
    mark: (_query, versions) => mark(versions),
    confirm: (_query, version) => rename(join(own.marks, version), join(own.marks, version + CONFIRMED)),
    settle: async (versions, end) => {
      for (const version of versions) {
        if (end === 'remove') await removeVersion(folder, version);
        for (const name of [version, version + CONFIRMED]) await rm(join(own.marks, name), { force: true });
      }
    },
    read: async (version, part) =>
      (await open(versionFile(folder, version), 'r').catch(rejectMissing)).createReadStream(part),
    withFile: async (version, work) => {
      const file = versionFile(folder, version);
      await stat(file).catch(rejectMissing);
      return work(file).catch(async (error: unknown) => {
        // Removed meanwhile: the error of the work is a consequence.
        await stat(file).catch(rejectMissing);
        throw error;
      });
    },
    rendersOf: (version) => rendersFolder(folder, version),
  };
}

/** Throws StorageError `NoSuchKey` for a file that does not exist, any other error as it is. */
export function rejectMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new StorageError('NoSuchKey') : error;
}

/** A file that the end of the block removes, unless it has been moved away. */
type IncomingFile = AsyncDisposable & { path: string };

/**
 * The bytes of the service: in a folder (folder-bytes.ts) or in an S3-compatible store (s3-bytes.ts). The bytes of a
 * version never change. A process creates or removes a version in three steps: it writes a mark, changes the bytes and
 * the row, and deletes the mark. A mark of a process that has ended names a version that may be incomplete; its bytes are
 * kept if it has a row, and removed otherwise. Bytes are never removed only because they have no row, so a wrong
 * DATABASE_URL loses nothing.
 *
 * A store that does not answer throws StorageError `StoreUnavailable`.
 */
export type Bytes = {
  /** The id of this process, which names its lock and its folder. */
  processId: string;
  /** A new path in the data folder for a file that is being received. */
  incoming: () => Promise<IncomingFile>;
  /** Makes a received and flushed file a new version, marked until `settle`. */
  adopt: (file: string, version: string) => Promise<void>;
  /** Copies the bytes of a version to a new one, marked until `settle`. */
  duplicate: (from: string, version: string) => Promise<void>;
  /** Marks versions whose rows the transaction of `query` deletes. */
  mark: (query: RunQuery, versions: readonly string[]) => Promise<void>;
  /**
   * Checks that no other process has taken this one for dead and settled the version. Call it in the transaction that
   * writes the row, which holds the lock of this process. Throws, so that the transaction rolls back.
   */
  confirm: (query: RunQuery, version: string) => Promise<void>;
  /** Deletes the marks of versions, and with `remove` their bytes and renders. */
  settle: (versions: readonly string[], end: 'keep' | 'remove') => Promise<void>;
  /** Reads a part of the bytes of a version. Throws StorageError `NoSuchKey` when another request has removed them. */
  read: (version: string, part: ByteRange) => Promise<Readable>;
  /** Runs `work` with a file that has the bytes of a version, for decoders that read files. Throws as `read` does. */
  withFile: <T>(version: string, work: (file: string) => Promise<T>) => Promise<T>;
  /** The folder of the renders of a version, on this machine. */
  rendersOf: (version: string) => string;
};
