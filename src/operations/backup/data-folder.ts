import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { endings, startEmbeddedServer } from '#backend/database/embedded.ts';
import { flushFolder } from '#backend/database/flush.ts';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { stopOrphan } from '#backend/database/stop-orphan.ts';
import { type ExtractedBackup, extractBackup } from './extract-backup.ts';
import { loadBackup, requireKnownMigrationsOf } from './load-backup.ts';
import { damaged } from './archive.ts';
import type { FoundBackup } from './find-backup.ts';
import { type Print, SECRETS_FILE, STORAGE_FOLDER, SUPABASE_FOLDER } from './settings.ts';
import { type FilePlace, openSiteFiles } from './site-files.ts';

/**
 * Extracts a backup into the work folder and checks that this version can load it. Throws a ConfigurationError as
 * `extractBackup` does, and for a backup of a newer version.
 */
export async function openBackup(
  { label, open }: Pick<FoundBackup, 'label' | 'open'>,
  workFolder: string,
  passphrase: string | null,
): Promise<ExtractedBackup> {
  const backup = await extractBackup(await open(), { folder: join(workFolder, 'archive'), label, passphrase });
  await requireKnownMigrationsOf(backup, SUPABASE_FOLDER);
  return backup;
}

/**
 * Builds a complete data folder in the work folder, with a new bundled database, and returns its path. Nothing runs in it
 * afterwards. `store` is that of uploaded files, or null for the data folder. Throws as `loadBackup` does.
 */
export async function buildDataFolder(
  backup: ExtractedBackup,
  workFolder: string,
  { store, onProgress }: { store: S3Settings | null; onProgress: Print },
): Promise<string> {
  const dataFolder = builtFolderOf(workFolder);
  const { databasePassword: password, authenticatorPassword } = readPasswords(backup);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(join(dataFolder, SECRETS_FILE), backup.secrets, { mode: 0o600, flush: true });
  await putFiles(backup, { folder: join(dataFolder, STORAGE_FOLDER), store });
  const server = await startEmbeddedServer({ dataFolder, password, onProgress, onError: onProgress });
  try {
    const databaseUrl = server.urlFor('postgres', password);
    await loadBackup(backup, { databaseUrl, authenticatorPassword, workFolder, onProgress });
  } finally {
    await server.stop();
  }
  await flushFolder(dataFolder);
  return dataFolder;
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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Use = 'restore' | 'verify' | 'move';
export const REMOVING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

export function builtFolderOf(workFolder: string): string {
  return join(workFolder, 'data');
}

/**
 * Runs `work` with a new folder in the data folder, on the same disk. Afterwards, also when the process is told to
 * stop, ends a PostgreSQL that runs there and removes the folder. After `keepFolder` a signal ends the process as a kill
 * does; `keepFolder` never resolves when a signal has come already. What a killed process has left is removed first, so the
 * caller must hold a lock against a second `use`.
 */
export async function withWorkFolder<T>(
  dataFolder: string,
  use: Use,
  work: (folder: string, keepFolder: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const parent = workFolderOf(dataFolder, use);
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended = clear(parent));
  const keepFolder = async (): Promise<void> => {
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    if (ended) await new Promise(() => {});
  };
  await clear(parent);
  endings.add(end);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return await work(await mkdtemp(join(parent, 'work-')), keepFolder);
  } finally {
    endings.delete(end);
    await clear(parent);
  }
}

/** Removes what a killed process has left of this use, with a PostgreSQL that runs there. */
export function clearWork(dataFolder: string, use: Use): Promise<void> {
  return clear(workFolderOf(dataFolder, use));
}

function workFolderOf(dataFolder: string, use: Use): string {
  return join(dataFolder, `backup-work-${use}`);
}

async function clear(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    // Without a database there is nothing to stop.
    await stopOrphan(clusterFolderOf(builtFolderOf(join(parent, name)))).catch(() => {});
  }
  await rm(parent, REMOVING);
}
