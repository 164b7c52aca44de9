import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFile, flushFolder } from '../../database/flush.ts';
import type { Bytes } from './bytes.ts';
import { StorageError } from '../errors.ts';
import { processFolder, removeVersion, rendersFolder, versionFile, versionFolder } from '../paths.ts';

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

function rejectMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new StorageError('NoSuchKey') : error;
}
