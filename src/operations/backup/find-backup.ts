import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { openDestination } from './destination.ts';
import { backupsOf } from './names.ts';
import type { BackupSettings } from './settings.ts';

/** A backup to read. `label` is what messages call it; `file` and `place` are as in its record. */
export type FoundBackup = { label: string; file: string; place: string; open: () => Promise<Readable> };

/**
 * Finds a backup: a path of a file, or a name in the destination, or without either the newest there. Throws a
 * ConfigurationError when there is none.
 */
export async function findBackup(
  { to, siteUrl }: Pick<BackupSettings, 'to' | 'siteUrl'>,
  file: string | undefined,
): Promise<FoundBackup> {
  if (file && isThere(file)) {
    const path = resolve(file);
    if (statSync(path).isDirectory()) throw new ConfigurationError(`${file} is a folder. Name one of the files in it.`);
    const open = async (): Promise<Readable> => createReadStream(path);
    return { label: file, file: basename(path), place: dirname(path), open };
  }
  const destination = await openDestination(to);
  const { place } = destination;
  const listed = file === undefined ? (await destination.list()).map((stored) => stored.name) : [];
  const name = file ?? backupsOf(siteUrl, listed)[0];
  if (!name) throw new ConfigurationError(`There is no backup in ${place} yet. Make one: npm run backup`);
  const open = async (): Promise<Readable> => {
    const found = await destination.read(name);
    if (found) return found.content;
    throw new ConfigurationError(
      `There is no file ${name}, and none of this name in ${place}. See: npm run backup -- list`,
    );
  };
  return { label: name, file: name, place, open };
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    throw new ConfigurationError(
      `User ${process.getuid?.()}, as whom this command runs, may not read ${file}. Under root that is the owner of DATA_DIR: ` +
        'put the file where they may read it.',
    );
  }
}
