import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startEmbeddedServer } from '#backend/database/embedded.ts';
import { flushFolder } from '#backend/database/flush.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import type { ExtractedBackup } from './extract-backup.ts';
import { loadBackup } from './load-backup.ts';
import { damaged } from './open-archive.ts';
import { type FilePlace, openSiteFiles } from './site-files.ts';

/** The file of the secrets in a data folder. */
export const SECRETS_FILE = 'secrets.json';
/** The folder of uploaded files in a data folder. */
export const STORAGE_FOLDER = 'storage';

export type BuildOptions = {
  /** A folder that does not exist yet. */
  dataFolder: string;
  workFolder: string;
  supabaseFolder: string;
  /** The store of uploaded files, or null for the data folder. */
  store: S3Settings | null;
  onProgress: (line: string) => void;
  /** Called with errors of PostgreSQL. */
  onError: (line: string) => void;
};

/**
 * Builds a complete data folder from a backup, with a new bundled database. Nothing runs in it afterwards. Throws as
 * `loadBackup` does.
 */
export async function buildDataFolder(backup: ExtractedBackup, options: BuildOptions): Promise<void> {
  const { dataFolder, workFolder, supabaseFolder, store, onProgress, onError } = options;
  const passwords = readPasswords(backup);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(dataFolder, SECRETS_FILE), backup.secrets, { mode: 0o600, flush: true });
  await putFiles(backup, { folder: join(dataFolder, STORAGE_FOLDER), store });
  const server = await startEmbeddedServer({ dataFolder, password: passwords.databasePassword, onProgress, onError });
  try {
    await loadBackup(backup, {
      databaseUrl: server.urlFor('postgres', passwords.databasePassword),
      authenticatorPassword: passwords.authenticatorPassword,
      supabaseFolder,
      workFolder,
      onProgress,
    });
  } finally {
    await server.stop();
  }
  await flushFolder(dataFolder);
}

/** Puts the uploaded files of a backup in their place. Those that are there already are the same. */
export async function putFiles({ manifest, fileOf }: ExtractedBackup, place: FilePlace): Promise<void> {
  const files = await openSiteFiles(place);
  for (const { version } of manifest.files) await files.put(version, fileOf(version));
}

const Passwords = z.object({ databasePassword: z.string().min(1), authenticatorPassword: z.string().min(1) });

function readPasswords({ secrets, label }: ExtractedBackup): z.output<typeof Passwords> {
  try {
    return Passwords.parse(JSON.parse(secrets.toString('utf8')));
  } catch {
    throw damaged(label, 'its secrets cannot be read');
  }
}
