import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buildDataFolder } from './build-data-folder.ts';
import { extractBackup } from './extract-backup.ts';
import { requireKnownMigrationsOf } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { builtFolderOf } from './work-folder.ts';

export type VerifyOptions = {
  source: Readable;
  label: string;
  passphrase: string | null;
  /** An empty folder; the caller removes it. */
  workFolder: string;
  supabaseFolder: string;
  /** Opens the pages of a site with this data folder. Throws when one of them cannot be read. */
  openPages: (dataFolder: string) => Promise<void>;
  onProgress: (line: string) => void;
  onError: (line: string) => void;
};

/**
 * Restores a backup into a scratch data folder with a PostgreSQL of its own, compares counts and checksums of all rows
 * and files, and opens the pages. The site is not touched. Throws a ConfigurationError that says what is wrong.
 */
export async function verifyBackup(options: VerifyOptions): Promise<Manifest> {
  const { source, label, passphrase, workFolder, supabaseFolder, openPages, onProgress, onError } = options;
  const backup = await extractBackup(source, { folder: join(workFolder, 'archive'), label, passphrase });
  await requireKnownMigrationsOf(backup, supabaseFolder);
  const dataFolder = builtFolderOf(workFolder);
  await buildDataFolder(backup, { dataFolder, workFolder, supabaseFolder, store: null, onProgress, onError });
  await openPages(dataFolder);
  return backup.manifest;
}
