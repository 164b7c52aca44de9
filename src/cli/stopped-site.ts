import pino from 'pino';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '#server/config.ts';
import { SUPABASE_FOLDER, startDatabase } from '#server/installation.ts';
import { lockDataFolder } from '#server/lock.ts';
import { loadSecrets } from '#server/secrets.ts';

/** Runs `work` while the data folder is locked. Throws a ConfigurationError while the site runs on it. */
export async function withLock<T>(config: Config, work: () => Promise<T>): Promise<T> {
  if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: this site has no database of its own to move.');
  const lock = lockDataFolder(config.dataFolder);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Runs `work` with the URL of the owner of the site's database, which is up to date and used by nobody: that of
 * DATABASE_URL, or the bundled one, which is started for it. The caller must hold the lock of the data folder. Throws a
 * ConfigurationError when there is no such database.
 */
export async function withStoppedDatabase<T>(config: Config, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return withCurrent(config.databaseUrl, 'at DATABASE_URL', work);
  const place = `in ${config.dataFolder}`;
  if ((await inspectCluster(config.dataFolder)).kind !== 'complete') throw noDatabase(place);
  const secrets = await loadSecrets(config);
  const server = await startDatabase(config, secrets, console.error, pino({ level: 'silent' }));
  try {
    return await withCurrent(server.urlFor('postgres', secrets.databasePassword), place, work);
  } finally {
    await server.stop();
  }
}

async function withCurrent<T>(url: string, place: string, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  await requireCurrent(url, place);
  return work(url);
}

/** Throws a ConfigurationError unless the database has exactly the migrations of this version. */
export async function requireCurrent(url: string, place: string): Promise<void> {
  const state = await readMigrationState(url, SUPABASE_FOLDER);
  if (state === 'empty') throw noDatabase(place);
  if (state === 'current') return;
  throw new ConfigurationError(
    `The database ${place} is not up to date. Start the site on it once, stop it, and try again.`,
  );
}

function noDatabase(place: string): ConfigurationError {
  return new ConfigurationError(`There is no database of the site ${place}.`);
}
