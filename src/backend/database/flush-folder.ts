import { open } from 'node:fs/promises';

/**
 * Makes new and renamed entries of a folder outlive a power cut (fsync(2): flushing a file does not flush its name).
 * Windows neither needs nor allows it.
 */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
