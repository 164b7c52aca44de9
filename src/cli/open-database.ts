import pino from 'pino';
import { embeddedUrl } from '#backend/database/client.ts';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { migrate } from '#backend/database/migrate.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import type { Config } from '#server/config.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { SUPABASE_FOLDER, sampleContentOf, startDatabase } from '#server/installation.ts';
import { openRuntime } from '#server/runtime.ts';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning } from '#server/lock.ts';
import { type Secrets, loadSecrets, readSecrets } from '#server/secrets.ts';

type Work<T> = (database: DatabasePool) => Promise<T>;

/**
 * Runs `work` with the migrated database of the site: the running one when the site runs, else one that is started for
 * the command. Throws a ConfigurationError with a hosted backend, which has tools of its own.
 */
export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  rejectHosted(config);
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl);
    await migrate({
      url: config.databaseUrl,
      supabaseFolder: SUPABASE_FOLDER,
      sampleContent: sampleContentOf(config),
      authenticatorPassword: null,
      onProgress: console.error,
    });
    return connectAndWork(config.databaseUrl, work);
  }
  const lock = tryLock(config);
  if (!lock) return withRunningDatabase(config, work);
  try {
    const runtime = await openRuntime({ ...config, logLevel: 'silent' }, console.error);
    try {
      return await work(runtime.deps.database);
    } finally {
      await runtime.close();
    }
  } finally {
    lock.release();
  }
}

/**
 * The same for a command that only reads, without creating or migrating anything. Throws a ConfigurationError when
 * there is no database, or when it is not up to date.
 */
export async function readDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  rejectHosted(config);
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl);
    return readCurrent(config.databaseUrl, config.databaseUrl, 'at DATABASE_URL', work);
  }
  const { kind } = await inspectCluster(config.dataFolder);
  if (kind !== 'complete' && !readSecrets(config.dataFolder)) throw notYet(`in ${config.dataFolder}`);
  const lock = tryLock(config);
  if (!lock) return withRunningDatabase(config, work);
  try {
    return await withStoppedDatabase(config, await loadSecrets(config), work);
  } finally {
    lock.release();
  }
}

/** A command does not wait for a database. */
function requireDatabase(url: string): Promise<void> {
  return waitForDatabase(url, { withinMs: 0, onProgress: () => {} });
}

async function withStoppedDatabase<T>(config: Config, known: Secrets, work: Work<T>): Promise<T> {
  const place = `in ${config.dataFolder}`;
  if ((await inspectCluster(config.dataFolder)).kind !== 'complete') throw notYet(place);
  const server = await startDatabase(config, known, console.error, pino({ level: 'silent' }));
  const { secrets } = server;
  try {
    const ownerUrl = server.urlFor('postgres', secrets.databasePassword);
    return await readCurrent(ownerUrl, server.urlFor('authenticator', secrets.authenticatorPassword), place, work);
  } finally {
    await server.stop();
  }
}

async function readCurrent<T>(ownerUrl: string, url: string, place: string, work: Work<T>): Promise<T> {
  await requireCurrent(ownerUrl, place);
  return connectAndWork(url, work);
}

/**
 * Runs `work` with the URL of the login that owns the tables: of the running database, or of one that is started for the
 * command. Migrates nothing. Throws a ConfigurationError when there is no database, or when it is not up to date.
 */
export async function withOwnerUrl<T>(config: Config, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  rejectHosted(config);
  const runOn = async (url: string, place: string): Promise<T> => {
    await requireCurrent(url, place);
    return work(url);
  };
  if (config.databaseUrl) return runOn(config.databaseUrl, 'at DATABASE_URL');
  const place = `in ${config.dataFolder}`;
  const { kind } = await inspectCluster(config.dataFolder);
  if (kind !== 'complete') throw notYet(place);
  const lock = tryLock(config);
  if (!lock) {
    const { port, secrets } = requireRunning(config);
    return runOn(embeddedUrl(port, 'postgres', secrets.databasePassword), place);
  }
  try {
    const secrets = await loadSecrets(config);
    const server = await startDatabase(config, secrets, console.error, pino({ level: 'silent' }));
    try {
      return await runOn(server.urlFor('postgres', secrets.databasePassword), place);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}

async function requireCurrent(ownerUrl: string, place: string): Promise<void> {
  const state = await readMigrationState(ownerUrl, SUPABASE_FOLDER);
  if (state === 'empty') throw notYet(place);
  if (state === 'behind') {
    throw new ConfigurationError(
      `The database ${place} is not up to date. Start the site once (npm start), then try again.`,
    );
  }
}

export function notYet(place: string): ConfigurationError {
  return new ConfigurationError(`There is no database of the site ${place} yet. Start the site once: npm start`);
}

export function rejectHosted(
  config: Config,
  message = 'SUPABASE_URL is set: manage the accounts of a hosted project in its own dashboard.',
): void {
  if (config.hosted) throw new ConfigurationError(message);
}

/** The lock of the data folder, or null while the site runs. */
export function tryLock(config: Config): DataLock | null {
  try {
    return lockDataFolder(config.dataFolder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return null;
    throw error;
  }
}

async function withRunningDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const { port, secrets } = requireRunning(config);
  return connectAndWork(embeddedUrl(port, 'authenticator', secrets.authenticatorPassword), work);
}

function requireRunning(config: Config): { port: number; secrets: Secrets } {
  const port = readRunning(config.dataFolder)?.databasePort;
  const secrets = readSecrets(config.dataFolder);
  if (!port || !secrets)
    throw new ConfigurationError('The site is starting or stopping at this moment. Try again in a few seconds.');
  return { port, secrets };
}

async function connectAndWork<T>(url: string, work: Work<T>): Promise<T> {
  const database = connectDatabase(url);
  try {
    return await work(database);
  } finally {
    await closeDatabase(database);
  }
}
