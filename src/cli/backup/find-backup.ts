import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openDestination } from '#operations/backup/destination/destination.ts';
import { backupsOf } from '#operations/backup/names.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '#server/config.ts';

export type FoundBackup = { label: string; file: string; place: string; open: () => Promise<Readable> };

/**
 * Finds a backup: a path of a file, or a name in the destination, or without either the newest there. Throws a
 * ConfigurationError when there is none.
 */
export async function findBackup(config: Config, file: string | undefined): Promise<FoundBackup> {
  if (file && existsSync(file)) {
    const path = resolve(file);
    const open = async (): Promise<Readable> => createReadStream(path);
    return { label: file, file: basename(path), place: dirname(path), open };
  }
  const destination = await openDestination(config.backup.to);
  const { place } = destination;
  const name =
    file ??
    backupsOf(
      config.siteUrl,
      (await destination.list()).map((found) => found.name),
    )[0];
  if (!name) throw new ConfigurationError(`There is no backup in ${place} yet. Make one: npm run backup`);
  const open = async (): Promise<Readable> => {
    const found = await destination.read(name);
    if (!found)
      throw new ConfigurationError(
        `There is no file ${name}, and none of this name in ${place}. See: npm run backup -- list`,
      );
    return found.content;
  };
  return { label: name, file: name, place, open };
}
