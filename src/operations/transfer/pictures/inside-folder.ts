import { lstat, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/**
 * The path of a regular file of at most `maxBytes` in a folder, or null. `name` comes from an imported file: it must not
 * lead out of the folder, by `..` or by a symbolic link.
 */
export async function fileInside(folder: string, name: string, maxBytes: number): Promise<string | null> {
  if (name.includes('\0')) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, name));
    const found = await lstat(file);
    return file.startsWith(resolve(root) + sep) && found.isFile() && found.size <= maxBytes ? file : null;
  } catch {
    return null;
  }
}
