import { join } from 'node:path';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { buildDataFolder } from './build-data-folder.ts';
import { extractBackup } from './extract-backup.ts';
import { requireKnownMigrationsOf } from './load-backup.ts';
import type { RestoreOptions, Restored } from './restore.ts';
import { isInUse, swapIn } from './swap-in.ts';
import { builtFolderOf, withWorkFolder } from './work-folder.ts';

/**
 * Restores a backup into the data folder with the bundled PostgreSQL: builds a complete data folder beside what is there,
 * then puts it in place. The caller must hold the lock of the data folder. Throws a ConfigurationError, with nothing
 * changed, when the folder is in use and `force` is not set, and for a file that cannot be restored.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<Restored> {
  const { dataFolder, source, label, file, passphrase, force, supabaseFolder, store, onProgress, onError, now } =
    options;
  if (!force && (await isInUse(dataFolder))) throw inUse(dataFolder);
  return withWorkFolder(dataFolder, 'restore', async (workFolder) => {
    const backup = await extractBackup(await source(), { folder: join(workFolder, 'archive'), label, passphrase });
    await requireKnownMigrationsOf(backup, supabaseFolder);
    onProgress('The backup is complete; building the database …');
    const built = builtFolderOf(workFolder);
    await buildDataFolder(backup, { dataFolder: built, workFolder, supabaseFolder, store, onProgress, onError });
    const replaced = await swapIn(dataFolder, built, file, now);
    return { manifest: backup.manifest, settings: backup.settings, replaced };
  });
}

function inUse(dataFolder: string): ConfigurationError {
  return new ConfigurationError(
    `${dataFolder} already holds a site. Nothing was changed.\n` +
      'Give another DATA_DIR, or add --force: what is there is then moved aside, not deleted.',
  );
}
