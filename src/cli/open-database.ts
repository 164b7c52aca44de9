import { type Database, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import type { Config } from '#server/config.ts';
import { ConfigurationError } from '#server/config.ts';
import { openHouse } from '#server/house.ts';
import { type DataLock, lockDataFolder, readRunning } from '#server/lock.ts';
import { loadSecrets } from '#server/secrets.ts';

/**
 * Gives a command the database of the site: the running one when the site runs, else one started for the purpose.
 * Throws a ConfigurationError where a hosted backend is configured, which has tools of its own.
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (config.hosted) {
    throw new ConfigurationError('SUPABASE_URL is set: manage the accounts of a hosted project in its own dashboard.');
  }
  const lock = tryLock(config);
  if (!lock && !config.databaseUrl) return withRunningDatabase(config, work);
  const house = await openHouse({ ...config, logLevel: 'silent' }, () => {});
  try {
    return await work(house.parts.database);
  } finally {
    await house.close();
    lock?.release();
  }
}

function tryLock(config: Config): DataLock | null {
  try {
    return lockDataFolder(config.dataFolder);
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

async function withRunningDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const port = readRunning(config.dataFolder)?.databasePort;
  if (!port)
    throw new ConfigurationError('The site is starting or stopping at this moment. Try again in a few seconds.');
  const { authenticatorPassword } = await loadSecrets(config);
  const url = `postgres://authenticator:${encodeURIComponent(authenticatorPassword)}@127.0.0.1:${port}/postgres`;
  const database = connectDatabase(url, { connections: 1 });
  try {
    return await work(database);
  } finally {
    await closeDatabase(database);
  }
}
