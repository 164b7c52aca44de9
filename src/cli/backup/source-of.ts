import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSource } from '#operations/backup/create-backup.ts';
import { requireNoRestore } from '#operations/backup/restore-mark.ts';
import { type Config, readSettings } from '#server/config.ts';

/** What a backup of the site with this configuration is made of. */
export async function sourceOf(config: Config, databaseUrl: string): Promise<BackupSource> {
  requireNoRestore(config.dataFolder);
  return {
    databaseUrl,
    files: { folder: join(config.dataFolder, 'storage'), store: config.store },
    secrets: await readFile(join(config.dataFolder, 'secrets.json')),
    settings: readSettings(),
    siteUrl: config.siteUrl,
  };
}
