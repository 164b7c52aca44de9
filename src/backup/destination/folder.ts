import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flushFile, flushFolder } from '#backend/database/flush.ts';
import { describeDiskError } from '../disk-errors.ts';
import { UNFINISHED } from '../names.ts';
import type { Destination, StoredFile } from './destination.ts';

/** Opens a folder of backups. Files have mode 600: a backup holds every secret of the site. */
export function openFolder(folder: string): Destination {
  const orReject = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => reject(folder, error));
  return {
    place: folder,
    write: (name, content) => orReject(writeFile(folder, name, content)),
    read: (name) => orReject(readFrom(join(folder, name))),
    list: () => orReject(listFolder(folder)),
    remove: (name) => orReject(rm(join(folder, name), { force: true })),
  };
}

function reject(folder: string, error: unknown): never {
  throw describeDiskError(folder, error);
}

/** The name appears only when all bytes are on the disk. */
async function writeFile(folder: string, name: string, content: Readable): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, name);
  const unfinished = target + UNFINISHED;
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
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
