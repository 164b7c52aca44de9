import { open } from 'node:fs/promises';

/** Writes the content of a file to the disk (fsync). */
export function flushFile(file: string): Promise<void> {
  return flush(file, 'r+');
}

/**
 * Writes the entries of a folder to the disk, so that new and renamed files survive a power cut: fsync(2) of a file does
 * not flush its name. Does nothing on Windows, which has no such call.
 */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await flush(folder, 'r');
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, flags);
  await handle.sync();
}
