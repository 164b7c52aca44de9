import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages put servers: not in the PATH of ordinary users. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** The path of an installed program, or null. */
export function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find(existsSync) ?? null;
}
