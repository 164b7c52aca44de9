import { existsSync } from 'node:fs';
import pino from 'pino';
import { embeddedUrl } from '#backend/database/client.ts';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import { requireNoRestore } from '#operations/backup/restore-mark.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { BackendSubject, Subject } from '#operations/diagnosis/subject.ts';
import type { Config } from '#server/config.ts';
import { startDatabase } from '#server/installation.ts';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning } from '#server/lock.ts';
import { type Secrets, readSecrets } from '#server/secrets.ts';

type Found = { database: BackendSubject['database']; secrets: Secrets | null; running: Subject['running'] };
type Opened = { database: BackendSubject['database']; close?: () => Promise<void> };

/**
 * Runs `work` with the installation as it is, whether it runs or not, and without migrating it. A bundled database that
 * is stopped is started for `work`. Does not throw for an installation that is damaged: `work` gets the reason.
 */
export async function inspectSite<T>(config: Config, work: (found: Found) => Promise<T>): Promise<T> {
  if (config.hosted) {
    const running = { pid: null, url: `http://${config.host}:${config.port}` };
    return work({ database: { error: '' }, secrets: null, running });
  }
  const lock = existsSync(config.dataFolder) ? tryLock(config) : null;
  const running = lock === 'in use' ? (readRunning(config.dataFolder) ?? 'stopped') : 'stopped';
  const release = lock === 'in use' || lock instanceof Error ? undefined : lock?.release;
  // Only a stopped bundled database needs the folder; with DATABASE_URL the site may start meanwhile.
  if (config.databaseUrl) release?.();
  const secrets = trySecrets(config);
  const { database, close } = await open(config, secrets, lock);
  try {
    return await work({ database, secrets: secrets instanceof Error ? null : secrets, running });
  } finally {
    await close?.();
    if (!config.databaseUrl) release?.();
  }
}

type Lock = DataLock | ConfigurationError | 'in use' | null;

async function open(config: Config, secrets: Secrets | Error | null, lock: Lock): Promise<Opened> {
  if (config.databaseUrl) return openExternal(config.databaseUrl);
  if (secrets instanceof Error) return { database: { error: secrets.message } };
  if (lock instanceof Error) return { database: { error: lock.message } };
  if (secrets === null) return { database: { error: notYet(config) } };
  if (lock !== 'in use') return startStopped(config, secrets);
  const port = readRunning(config.dataFolder)?.databasePort;
  if (!port) return { database: { error: 'The site is starting or stopping. Try again in a few seconds.' } };
  return connectTo(embeddedUrl(port, 'authenticator', secrets.authenticatorPassword));
}

async function openExternal(url: string): Promise<Opened> {
  try {
    await waitForDatabase(url, { withinMs: 0, onProgress: () => {} });
    return connectTo(url);
  } catch (error) {
    if (error instanceof ConfigurationError) return { database: { error: error.message } };
    throw error;
  }
}

async function startStopped(config: Config, secrets: Secrets): Promise<Opened> {
  try {
    if ((await inspectCluster(config.dataFolder)).kind !== 'complete') return { database: { error: notYet(config) } };
    const server = await startDatabase(config, secrets, () => {}, pino({ level: 'silent' }));
    const { database, close } = connectTo(server.urlFor('authenticator', server.secrets.authenticatorPassword));
    return {
      database,
      close: async () => {
        await close();
        await server.stop();
      },
    };
  } catch (error) {
    return { database: { error: (error as Error).message } };
  }
}

function connectTo(url: string): Required<Opened> {
  const database = connectDatabase(url);
  return { database, close: () => closeDatabase(database) };
}

function notYet({ dataFolder }: Config): string {
  return `There is no database of the site in ${dataFolder} yet. Start the site once (npm start), or correct DATA_DIR.`;
}

function trySecrets({ dataFolder }: Config): Secrets | Error | null {
  try {
    requireNoRestore(dataFolder);
    return readSecrets(dataFolder);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

/** The lock of the folder, or why it cannot be had. */
function tryLock({ dataFolder }: Config): Exclude<Lock, null> {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return 'in use';
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}
