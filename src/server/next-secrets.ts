import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '#backend/database/flush.ts';
import { WrongSecrets } from '#backend/configuration-error.ts';
import { type Secrets, parseSecrets, secretsFileOf, writeDurably } from './secrets.ts';

/**
 * The secrets that a rotation is about to set. They are written before the transaction that sets them in the database,
 * and renamed to secrets.json after it. After a crash between the two the database tells which ones it has.
 */
const fileOf = (dataFolder: string): string => join(dataFolder, 'secrets.next.json');

/** Writes the next secrets durably. */
export async function writeNextSecrets(dataFolder: string, secrets: Secrets): Promise<void> {
  writeDurably(fileOf(dataFolder), JSON.stringify(secrets, null, 2));
  await flushFolder(dataFolder);
}

/** Makes the next secrets those of the data folder. */
export async function promoteNextSecrets(dataFolder: string): Promise<void> {
  renameSync(fileOf(dataFolder), secretsFileOf(dataFolder));
  await flushFolder(dataFolder);
}

export function discardNextSecrets(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}

/**
 * Opens the database with the secrets of the data folder, and settles a rotation that was interrupted: with the next
 * secrets where the database has them already, which then become those of the folder; otherwise they are discarded.
 * `open` throws WrongSecrets for those that the database does not have. The caller must hold the lock of the folder.
 */
export async function openWithSecrets<T>(
  dataFolder: string,
  secrets: Secrets,
  open: (secrets: Secrets) => Promise<T>,
): Promise<{ secrets: Secrets; opened: T }> {
  const next = parseSecrets(fileOf(dataFolder));
  if (!next) return { secrets, opened: await open(secrets) };
  try {
    const opened = await open(secrets);
    discardNextSecrets(dataFolder);
    return { secrets, opened };
  } catch (error) {
    if (!(error instanceof WrongSecrets)) throw error;
    const opened = await open(next);
    await promoteNextSecrets(dataFolder);
    return { secrets: next, opened };
  }
}
