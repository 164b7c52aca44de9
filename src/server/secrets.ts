import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { beginCluster } from '#backend/database/unfinished-cluster.ts';
import { makeSecrets } from '#backend/http/keys.ts';
import { requireNoRestore } from '#operations/backup/restore-mark.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from './config.ts';

const word = z.string().min(1);
const Secrets = z.object({
  databasePassword: word,
  authenticatorPassword: word,
  keys: z.object({
    jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: word, y: word, d: word, kid: word }),
    jwtSecret: word,
    anonKey: word,
    serviceRoleKey: word,
  }),
});

/** Created on first start and kept in the data folder with mode 600. */
export type Secrets = z.output<typeof Secrets>;

/**
 * Reads the secrets of the data folder, or creates them in a new folder. The caller must hold the lock of the folder.
 * Throws a ConfigurationError, without changes, when secrets and database do not belong together: damaged secrets, a
 * database without secrets, secrets whose bundled database is missing, or an interrupted restore.
 */
export async function loadSecrets(config: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<Secrets> {
  const { dataFolder, databaseUrl } = config;
  requireNoRestore(dataFolder);
  const secrets = readSecrets(dataFolder);
  if (!databaseUrl) await requireMatchingDatabase(dataFolder, secrets);
  return secrets ?? createSecrets(config);
}

/** Reads the secrets of the data folder; null without any. Throws a ConfigurationError when they are damaged. */
export function readSecrets(dataFolder: string): Secrets | null {
  return parseSecrets(secretsFileOf(dataFolder));
}

/** Reads a file of secrets as `readSecrets` does. */
export function parseSecrets(file: string): Secrets | null {
  try {
    return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EACCES') throw notReadable(file);
    const why = code ? `cannot be read (${code})` : 'is damaged';
    throw new ConfigurationError(`${file} ${why}. Restore it from a backup; without it nobody can sign in.`);
  }
}

/** As in a copy of the data folder that another user has made. */
function notReadable(file: string): ConfigurationError {
  const user = process.getuid?.();
  return new ConfigurationError(
    `${file} belongs to user ${statSync(file).uid}, and this start runs as user ${user}, which may not read it.\n` +
      `As root: chown -R ${user} on the whole DATA_DIR. Or start the site as the user that owns it.`,
  );
}

async function requireMatchingDatabase(dataFolder: string, secrets: Secrets | null): Promise<void> {
  const file = secretsFileOf(dataFolder);
  const { kind } = await inspectCluster(dataFolder);
  if (kind === 'complete' && !secrets) {
    throw new ConfigurationError(
      `${file} is missing, and there is a database beside it that cannot be opened without it. Nothing was changed.\n` +
        'Restore secrets.json from a backup, then start again.',
    );
  }
  if (secrets && (kind === 'missing' || kind === 'empty')) {
    throw new ConfigurationError(
      `${file} is there, but its database folder ${join(dataFolder, 'postgres')} is ${kind}. Nothing was changed.\n` +
        'Restore the folder from a backup, or mount its disk; set DATABASE_URL again if this site used it. ' +
        'To begin anew with an empty database, move secrets.json away.',
    );
  }
}

/** The database is marked as unfinished first: secrets without a database and without the mark are rejected. */
async function createSecrets({
  dataFolder,
  databaseUrl,
}: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<Secrets> {
  const secrets = await makeAllSecrets();
  if (!databaseUrl) await beginCluster(dataFolder);
  writeDurably(secretsFileOf(dataFolder), JSON.stringify(secrets, null, 2));
  await flushFolder(dataFolder);
  return secrets;
}

/** New secrets of an installation. */
export async function makeAllSecrets(): Promise<Secrets> {
  return {
    databasePassword: randomBytes(24).toString('base64url'),
    authenticatorPassword: randomBytes(24).toString('base64url'),
    keys: await makeSecrets(new Date()),
  };
}

export function secretsFileOf(dataFolder: string): string {
  return join(dataFolder, 'secrets.json');
}

/** Written to a temporary file, flushed and renamed, so that a crash leaves the old file or the new one. */
export function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  const handle = openSync(unfinished, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}
