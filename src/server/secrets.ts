import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Secrets as KeySecrets, makeSecrets } from '#backend/http/make-secrets.ts';
import { ConfigurationError } from './config.ts';

/** Made on first start, kept in the data folder with mode 600, never in the repository or a bundle. */
export type Secrets = { databasePassword: string; authenticatorPassword: string; keys: KeySecrets };

/**
 * Reads the secrets of the data folder, or makes them when there are none yet.
 * Throws when the file is there but not readable as secrets: making new ones would lock everybody out.
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const secrets: Secrets = {
      databasePassword: randomBytes(24).toString('base64url'),
      authenticatorPassword: randomBytes(24).toString('base64url'),
      keys: await makeSecrets(new Date()),
    };
    writeDurably(file, JSON.stringify(secrets, null, 2));
    return secrets;
  }
  try {
    return JSON.parse(text) as Secrets;
  } catch {
    throw new ConfigurationError(`${file} is damaged. Restore it from a backup; without it nobody can sign in.`);
  }
}

/** Written beside, flushed and renamed: a crash leaves the old file or the new one, never half of one. */
function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  const handle = openSync(unfinished, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}
