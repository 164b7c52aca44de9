import { statfs } from 'node:fs/promises';
import type { Measured } from './measured.ts';

const MB = 1024 ** 2;
/** PostgreSQL stops when it cannot write a segment of its log, which has 16 MB; uploads need space too. */
const BAD_BELOW = 200 * MB;
const WARN_BELOW = 1024 * MB;
/** Files that may still be created; PostgreSQL and uploads create several at a time. */
const BAD_BELOW_FILES = 1000;

/** What `statfs` says of a file system, as far as it is used here. */
export type FileSystem = { bavail: number; blocks: number; bsize: number; files: number; ffree: number };

/**
 * Checks the free space of the file system that holds `folder`. `read` is `statfs` of Node unless given. A folder that
 * cannot be read is `bad`. Never throws.
 */
export async function checkDisk(
  folder: string,
  read: (folder: string) => Promise<FileSystem> = statfs,
): Promise<Measured> {
  const about = { id: 'disk', name: 'Disk' };
  try {
    return { ...about, ...judge(await read(folder), folder) };
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    const remedy = `Make ${folder} readable for the account that runs the site.`;
    return { ...about, state: 'bad', says: `The data folder cannot be read (${code}).`, remedy, figures: {} };
  }
}

function judge(system: FileSystem, folder: string): Omit<Measured, 'id' | 'name'> {
  const free = system.bavail * system.bsize;
  const figures = { free_bytes: free, total_bytes: system.blocks * system.bsize };
  const remedy = `Free some space on the disk of ${folder}, or move the data folder to a larger one.`;
  // Some file systems, such as btrfs, do not limit the number of files and report none.
  if (system.files > 0 && system.ffree < BAD_BELOW_FILES) {
    return { state: 'bad', says: `Only ${system.ffree} more files fit on the disk.`, remedy, figures };
  }
  if (free >= WARN_BELOW) return { state: 'good', says: `${inWords(free)} are free.`, remedy: null, figures };
  return { state: free < BAD_BELOW ? 'bad' : 'warning', says: `Only ${inWords(free)} are free.`, remedy, figures };
}

function inWords(bytes: number): string {
  return bytes < 1024 * MB ? `${Math.floor(bytes / MB)} MB` : `${(bytes / 1024 / MB).toFixed(1)} GB`;
}
