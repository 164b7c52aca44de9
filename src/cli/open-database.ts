import { embeddedUrl } from '#backend/database/client.ts';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { migrate } from '#backend/database/migrate.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import type { Config } from '#server/config.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import type { InstallationAccess } from '#server/start/runtime.ts';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning, withLockedFolder } from '#server/start/lock.ts';
import { type Secrets, loadSecrets, readSecrets } from '#server/start/secrets.ts';
import type { MediaStore } from '#operations/transfer/pictures/media.ts';

type Work<T> = (database: DatabasePool) => Promise<T>;

/** The database of a site, for the login that owns the tables and for that of requests. */
type Urls = { ownerUrl: string; url: string };

/**
 * Runs `work` with the migrated database of the site: the running one when the site runs, else one that is started for
 * the command. Throws a ConfigurationError with a hosted backend, which has tools of its own.
 */
export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  rejectHosted(config);
  if (config.databaseUrl) {
    await waitForDatabase(config.databaseUrl);
    const { migrationOf } = await import('#server/start/installation.ts');
    await migrate({ ...migrationOf(config, console.error), url: config.databaseUrl, authenticatorPassword: null });
    return connectAndWork(config.databaseUrl, work);
  }
  const onRunning = () => connectAndWork(requireRunning(config).url, work);
  return whileLocked(config, onRunning, async () => {
    const { openRuntime } = await import('#server/start/runtime.ts');
    const runtime = await openRuntime({ ...config, logLevel: 'silent' }, console.error);
    try {
      return await work(runtime.deps.database);
    } finally {
      await runtime.close();
    }
  });
}

/**
 * The same for a command that only reads, without creating or migrating anything. Throws a ConfigurationError when
 * there is no database, or when it is not up to date.
 */
export async function readDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  rejectHosted(config);
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl) {
    await waitForDatabase(databaseUrl);
    await requireCurrent(databaseUrl, 'at DATABASE_URL');
    return connectAndWork(databaseUrl, work);
  }
  const place = `in ${dataFolder}`;
  const isComplete = async () => (await inspectCluster(dataFolder)).kind === 'complete';
  if (!(await isComplete()) && !readSecrets(dataFolder)) throw notYet(place);
  const onRunning = () => connectAndWork(requireRunning(config).url, work);
  return whileLocked(config, onRunning, async () => {
    if (!(await isComplete())) throw notYet(place);
    return withStartedDatabase(config, async ({ ownerUrl, url }) => {
      await requireCurrent(ownerUrl, place);
      return connectAndWork(url, work);
    });
  });
}

/** Starts the bundled database for `work`. The caller must hold the lock of the data folder. */
async function withStartedDatabase<T>(config: Config, work: (urls: Urls) => Promise<T>): Promise<T> {
  const [{ startDatabase }, { openLog }] = await Promise.all([
    import('#server/start/installation.ts'),
    import('#server/log/open-log.ts'),
  ]);
  const { log } = openLog({ logLevel: 'silent' });
  await using server = await startDatabase(config, await loadSecrets(config), console.error, log);
  const { databasePassword, authenticatorPassword } = server.secrets;
  return await work({
    ownerUrl: server.urlFor('postgres', databasePassword),
    url: server.urlFor('authenticator', authenticatorPassword),
  });
}

/**
 * Runs `work` with the URLs of the running database, or of one that is started for the command. Migrates nothing. Throws
 * a ConfigurationError when there is no database, or when it is not up to date.
 */
export async function withOwnerUrl<T>(config: Config, work: (ownerUrl: string, url: string) => Promise<T>): Promise<T> {
  rejectHosted(config);
  const { databaseUrl, dataFolder } = config;
  const place = databaseUrl ? 'at DATABASE_URL' : `in ${dataFolder}`;
  const workOnCurrent = async ({ ownerUrl, url }: Urls): Promise<T> => {
    await requireCurrent(ownerUrl, place);
    return work(ownerUrl, url);
  };
  if (databaseUrl) {
    await waitForDatabase(databaseUrl);
    return workOnCurrent({ ownerUrl: databaseUrl, url: databaseUrl });
  }
  if ((await inspectCluster(dataFolder)).kind !== 'complete') throw notYet(place);
  const onRunning = () => workOnCurrent(requireRunning(config));
  return whileLocked(config, onRunning, () => withStartedDatabase(config, workOnCurrent));
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

function notYet(place: string): ConfigurationError {
  return new ConfigurationError(`There is no database of the site ${place} yet. Start the site once: npm start`);
}

function rejectHosted(
  config: Config,
  message = 'SUPABASE_URL is set: manage the accounts of a hosted project in its own dashboard.',
): void {
  if (config.hosted) throw new ConfigurationError(message);
}

/** Runs `work` with the lock of the data folder, or `onRunning` while the site has it. */
async function whileLocked<T>(config: Config, onRunning: () => Promise<T>, work: () => Promise<T>): Promise<T> {
  let lock: DataLock;
  try {
    lock = lockDataFolder(config.dataFolder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return onRunning();
    throw error;
  }
  using _ = lock;
  return await work();
}

/** The database of the running site. Throws a ConfigurationError while the site starts or stops. */
function requireRunning({ dataFolder, databaseUrl }: Config): Urls & { secrets: Secrets } {
  const running = readRunning(dataFolder);
  const port = running?.isStopping ? null : running?.databasePort;
  const secrets = readSecrets(dataFolder);
  if (!secrets || (!port && !databaseUrl))
    throw new ConfigurationError('The site is starting or stopping at this moment. Try again in a few seconds.');
  const { databasePassword, authenticatorPassword } = secrets;
  return {
    secrets,
    ownerUrl: databaseUrl ?? embeddedUrl(port!, 'postgres', databasePassword),
    url: databaseUrl ?? embeddedUrl(port!, 'authenticator', authenticatorPassword),
  };
}

async function connectAndWork<T>(url: string, work: Work<T>): Promise<T> {
  const database = connectDatabase(url);
  try {
    return await work(database);
  } finally {
    await closeDatabase(database);
  }
}

/** Runs `work` while the data folder is locked. Throws a ConfigurationError while the site runs on it. */
export async function withLock<T>(config: Config, work: () => Promise<T>): Promise<T> {
  rejectHosted(config, 'SUPABASE_URL is set: this site has no database of its own to move.');
  return withLockedFolder(config.dataFolder, work);
}

/**
 * Runs `work` with the URL of the owner of the site's database, which is up to date and used by nobody: that of
 * DATABASE_URL, or the bundled one, which is started for it. The caller must hold the lock of the data folder. Throws a
 * ConfigurationError when there is no such database.
 */
export async function withUnusedDatabase<T>(config: Config, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataFolder } = config;
  const place = databaseUrl ? 'at DATABASE_URL' : `in ${dataFolder}`;
  const workOnSame = async (ownerUrl: string): Promise<T> => {
    await requireSameVersion(ownerUrl, place);
    return work(ownerUrl);
  };
  if (databaseUrl) return workOnSame(databaseUrl);
  if ((await inspectCluster(dataFolder)).kind !== 'complete') throw noDatabase(place);
  return withStartedDatabase(config, ({ ownerUrl }) => workOnSame(ownerUrl));
}

/** Throws a ConfigurationError unless the database has exactly the migrations of this version. */
export async function requireSameVersion(url: string, place: string): Promise<void> {
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

type Services = { database: DatabasePool; media: MediaStore };

const HOSTED = 'SUPABASE_URL is set: export and import work on the embedded backend, and on DATABASE_URL.';

/**
 * Runs `work` with the database and the pictures of the site: of the running one, or of one that is started for the
 * command. The storage service of this process shares the files with the running site (decision 17). With `creates` a new
 * data folder gets a database, without sample content; otherwise nothing is created or migrated, as in `withOwnerUrl`.
 */
export async function withServices<T>(
  given: Config,
  { creates }: { creates: boolean },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  rejectHosted(given, HOSTED);
  const config: Config = { ...given, sampleContent: false, logLevel: 'silent', workers: 1 };
  if (!creates) {
    return withOwnerUrl(config, (_, databaseUrl) => {
      const secrets = readSecrets(config.dataFolder);
      if (secrets) return workOn(config, { secrets, databaseUrl }, work);
      throw new ConfigurationError(`There is no secrets.json in ${config.dataFolder}. Correct DATA_DIR.`);
    });
  }
  const onRunning = (): Promise<T> => {
    const { secrets, url } = requireRunning(config);
    return workOn(config, { secrets, databaseUrl: url }, work);
  };
  return whileLocked(config, onRunning, async () => {
    const { openInstallation } = await import('#server/start/installation.ts');
    const installation = await openInstallation(config, console.error);
    try {
      return await workOn(config, installation, work);
    } finally {
      await installation.close();
    }
  });
}

async function workOn<T>(
  config: Config,
  connection: InstallationAccess,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const [{ openWorkerRuntime }, { mountStorage }, { openMedia }] = await Promise.all([
    import('#server/start/runtime.ts'),
    import('#backend/storage/routes.ts'),
    import('#operations/transfer/pictures/media.ts'),
  ]);
  const runtime = openWorkerRuntime(config, connection, () => {});
  try {
    const media = openMedia(await mountStorage(runtime.deps), runtime.deps.keys.serviceRoleKey);
    return await work({ database: runtime.deps.database, media });
  } finally {
    await runtime.close();
  }
}
