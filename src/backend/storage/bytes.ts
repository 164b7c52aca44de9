import { randomUUID } from 'node:crypto';
import { type FileHandle, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFile, flushFolder } from '../database/flush.ts';
import { StorageError } from './errors.ts';
import { processFolder, removeVersion, rendersFolder, versionFile, versionFolder } from './layout.ts';

/**
 * The files of the service. The bytes of a version never change. Whoever makes or removes a version first leaves a mark
 * in the folder of this process, then touches bytes and row, then takes the mark away. A mark that a dead process left
 * tells where it stopped, and the row tells what was meant (settle-processes.ts). So nothing is ever removed for the
 * mere reason that no row knows it: a wrong DATABASE_URL costs nothing.
 */
export type Bytes = {
  /** The id of this process, by which its lock and its folder are named. */
  processId: string;
  /** Where to write what is being received. */
  incoming: () => Promise<string>;
  /** Makes a received and flushed file the bytes of a new version, marked until `settle`. */
  adopt: (file: string, version: string) => Promise<void>;
  /** Gives a new version the bytes of another, marked until `settle`. */
  duplicate: (from: string, version: string) => Promise<void>;
  /** Marks versions whose rows are about to be deleted. */
  mark: (versions: readonly string[]) => Promise<void>;
  /**
   * Makes sure that nobody has settled a new version meanwhile, taking this process for dead; call it in the transaction
   * that writes the row, which holds the lock of this process. Throws, so that the transaction fails.
   */
  confirm: (version: string) => Promise<void>;
  /** Ends what a mark began: keeps the bytes, or removes them with everything rendered from them. */
  settle: (versions: readonly string[], end: 'keep' | 'remove') => Promise<void>;
  /** Throws StorageError `NoSuchKey` when another request has removed the bytes meanwhile. */
  open: (version: string) => Promise<FileHandle>;
  /** Where the bytes of a version are, for decoders that read files. */
  fileOf: (version: string) => string;
  /** Where renders of a version are kept. */
  rendersOf: (version: string) => string;
};

/** What the mark of a confirmed version is called: renamed, because only that asks a file server and not a cache. */
const CONFIRMED = '.confirmed';

/** Opens the folder, made when it is not there. `processId` is a new UUID whose lock this process holds already. */
export async function openBytes(folder: string, processId: string): Promise<Bytes> {
  const own = processFolder(folder, processId);
  const makeOwn = async () => {
    for (const path of [own.incoming, own.marks]) await mkdir(path, { recursive: true, mode: 0o700 });
  };
  await makeOwn();

  // Made again where another process took this one for dead.
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
