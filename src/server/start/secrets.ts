import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { beginCluster, inspectCluster } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { hashOfKeys, makeSecrets } from '#backend/http/keys.ts';
import { requireNoRestore } from '#operations/backup/restore-mark.ts';
import { ConfigurationError, WrongSecrets } from '#backend/configuration-error.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import type { Config } from '../config.ts';

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
function parseSecrets(file: string): Secrets | null {
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

/** Happens in a copy of the data folder that another user has made. */
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

export async function makeAllSecrets(): Promise<Secrets> {
  return {
    databasePassword: randomBytes(24).toString('base64url'),
    authenticatorPassword: randomBytes(24).toString('base64url'),
    keys: await makeSecrets(new Date()),
  };
}

function secretsFileOf(dataFolder: string): string {
  return join(dataFolder, 'secrets.json');
}

/** Written to a temporary file, flushed and renamed, so that a crash leaves the old file or the new one. */
function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`;
  const handle = openSync(unfinished, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}

/**
 * The secrets that a rotation is about to set. They are written before the transaction that sets them in the database,
 * and renamed to secrets.json after it. After a crash between the two the database tells which ones it has.
 */
const nextSecretsFileOf = (dataFolder: string): string => join(dataFolder, 'secrets.next.json');

/** Writes the next secrets durably. */
export async function writeNextSecrets(dataFolder: string, secrets: Secrets): Promise<void> {
  writeDurably(nextSecretsFileOf(dataFolder), JSON.stringify(secrets, null, 2));
  await flushFolder(dataFolder);
}

export async function promoteNextSecrets(dataFolder: string): Promise<void> {
  renameSync(nextSecretsFileOf(dataFolder), secretsFileOf(dataFolder));
  await flushFolder(dataFolder);
}

export function discardNextSecrets(dataFolder: string): void {
  rmSync(nextSecretsFileOf(dataFolder), { force: true });
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
  const next = parseSecrets(nextSecretsFileOf(dataFolder));
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

/**
 * Requires that the keys are those with which the first machine used this database: with others the machines would
 * reject each other's sessions, and factors of MFA could not be read. The first machine is remembered by a hash. Waits for
 * a rotation that is under way. Throws WrongSecrets.
 */
export async function requireSameKeys(databaseUrl: string, { keys }: Secrets, dataFolder: string): Promise<void> {
  const hash = hashOfKeys(keys);
  const database = connectDatabase(databaseUrl);
  try {
    const known = await asBackend(database, async (query) => {
      await query('insert into backend.installation (keys_hash) values ($1) on conflict do nothing', [hash]);
      const { rows } = await query('select keys_hash from backend.installation for share');
      return rows[0]?.['keys_hash'];
    });
    if (known !== hash) throw otherKeys(dataFolder);
  } finally {
    await closeDatabase(database);
  }
}

function otherKeys(dataFolder: string): ConfigurationError {
  return new WrongSecrets(
    `The keys in ${join(dataFolder, 'secrets.json')} are not those with which the database at DATABASE_URL is used.\n` +
      'Copy secrets.json from the DATA_DIR of the machine that was set up first, then start again. To give the site new\n' +
      'keys on purpose, stop it on all machines and run `delete from backend.installation` on the database: everybody\n' +
      'must then sign in again, and MFA must be set up again.',
  );
}
