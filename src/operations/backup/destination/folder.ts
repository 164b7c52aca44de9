import { createWriteStream } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flushFile, flushFolder } from '#backend/database/flush.ts';
import { describeDiskError } from '../disk-errors.ts';
import { UNFINISHED } from '../names.ts';
import type { Destination, Owner, StoredFile } from './destination.ts';

/** Opens a folder of backups. Files have mode 600: a backup holds every secret of the site. */
export function openFolder(folder: string, owner: Owner | null): Destination {
  const orReject = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => reject(folder, error));
  return {
    place: folder,
    write: (name, content) => orReject(writeFile({ folder, owner }, name, content)),
    read: (name) => orReject(readFrom(join(folder, name))),
    list: () => orReject(listFolder(folder)),
    remove: (name) => orReject(rm(join(folder, name), { force: true })),
  };
}

function reject(folder: string, error: unknown): never {
  throw describeDiskError(folder, error);
}

type Place = { folder: string; owner: Owner | null };

/**
 * The owner of the data folder where root runs a command for a site of another account, which must be able to write and
 * delete backups afterwards; else null.
 */
export async function ownerFor(dataFolder: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(dataFolder);
  return uid === 0 ? null : { uid, gid };
}

/** The name appears only when all bytes are on the disk. */
async function writeFile({ folder, owner }: Place, name: string, content: Readable): Promise<number> {
  // Without its parents: below the mount point of a disk that is not mounted it would be created on another disk.
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isNew && owner) await chown(folder, owner.uid, owner.gid);
  const target = join(folder, name);
  const unfinished = target + UNFINISHED;
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
    if (owner) await chown(unfinished, owner.uid, owner.gid);
    await flushFile(unfinished);
    const { size } = await stat(unfinished);
    await rename(unfinished, target);
    await flushFolder(folder);
    return size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function readFrom(file: string): Promise<{ bytes: number; content: Readable } | null> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return handle && { bytes: (await handle.stat()).size, content: handle.createReadStream() };
}

async function listFolder(folder: string): Promise<StoredFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })));
}
