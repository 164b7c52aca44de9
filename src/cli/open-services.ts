import { embeddedUrl } from '#backend/database/client.ts';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { mountStorage } from '#backend/storage/routes.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '#server/config.ts';
import { openInstallation } from '#server/installation.ts';
import { readRunning } from '#server/lock.ts';
import { type Connection, openWorkerRuntime } from '#server/runtime.ts';
import { readSecrets } from '#server/secrets.ts';
import { type Media, openMedia } from '#operations/transfer/pictures/media.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { notYet, rejectHosted, tryLock } from './open-database.ts';

export type Services = { database: DatabasePool; media: Media };

const HOSTED = 'SUPABASE_URL is set: export and import work on the embedded backend, and on DATABASE_URL.';

/**
 * Runs `work` with the database and the pictures of the site: of the running one, or of one that is started for the
 * command. The storage service of this process shares the files with the running site (decision 17). With `creates` a new
 * data folder gets a database, without sample content; otherwise it is a ConfigurationError.
 */
export async function withServices<T>(
  given: Config,
  { creates }: { creates: boolean },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  rejectHosted(given, HOSTED);
  const config: Config = { ...given, sampleContent: false, logLevel: 'silent', workers: 1 };
  if (!config.databaseUrl && !creates && (await inspectCluster(config.dataFolder)).kind !== 'complete') {
    throw notYet(`in ${config.dataFolder}`);
  }
  const lock = tryLock(config);
  if (!lock) return workOn(config, connectionOfRunning(config), work);
  try {
    const installation = await openInstallation(config, console.error);
    try {
      return await workOn(config, installation, work);
    } finally {
      await installation.close();
    }
  } finally {
    lock.release();
  }
}

async function workOn<T>(config: Config, connection: Connection, work: (services: Services) => Promise<T>): Promise<T> {
  const runtime = openWorkerRuntime(config, connection, () => {});
  try {
    const media = openMedia(await mountStorage(runtime.deps), runtime.deps.keys.serviceRoleKey);
    return await work({ database: runtime.deps.database, media });
  } finally {
    await runtime.close();
  }
}

function connectionOfRunning({ dataFolder, databaseUrl }: Config): Connection {
  const secrets = readSecrets(dataFolder);
  const port = readRunning(dataFolder)?.databasePort;
  if (!secrets || (!port && !databaseUrl)) {
    throw new ConfigurationError('The site is starting or stopping at this moment. Try again in a few seconds.');
  }
  return { secrets, databaseUrl: databaseUrl ?? embeddedUrl(port!, 'authenticator', secrets.authenticatorPassword) };
}
