import type { Logger } from 'pino';
import { type EmbeddedServer, startEmbeddedServer } from '#backend/database/embedded.ts';
import { migrate } from '#backend/database/migrate.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import { ITEM_TABLES } from '#contract/items.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { settleRestore } from '#operations/backup/replace-site.ts';
import { clearWork } from '#operations/backup/data-folder.ts';
import type { Config } from '../config.ts';
import { openLog } from '../log/open-log.ts';
import { type Secrets, loadSecrets, openWithSecrets, readSecrets, requireSameKeys } from './secrets.ts';
import { stopping } from '../processes/stop-on-signals.ts';

/** What all processes of one start share: the secrets and a migrated database. */
export type Installation = {
  secrets: Secrets;
  /** The URL of the login of requests. */
  databaseUrl: string;
  databasePort: number | null;
  close: () => Promise<void>;
};

/**
 * Opens the database (bundled, or DATABASE_URL, which may still be starting), settles a restore that was interrupted,
 * migrates, and checks that the secrets are those of the other machines. Closes what was opened when a later step fails.
 * The caller must hold the lock of the data folder.
 */
export async function openInstallation(config: Config, onProgress: (line: string) => void): Promise<Installation> {
  const { log } = openLog(config);
  const { dataFolder, databaseUrl } = config;
  if (databaseUrl)
    await waitForDatabase(databaseUrl, { withinMs: config.databaseWaitMs, onProgress, signal: stopping });
  // A killed restore leaves the extracted backup, a killed move a database.
  for (const use of ['restore', 'move'] as const) await clearWork(dataFolder, use);
  const settled = await settleRestore(dataFolder, databaseUrl);
  if (settled) onProgress(settled);
  return databaseUrl
    ? openExternal(config, databaseUrl, onProgress)
    : openBundled(config, await loadSecrets(config), onProgress, log);
}

async function openExternal(
  config: Config,
  databaseUrl: string,
  onProgress: (line: string) => void,
): Promise<Installation> {
  // Damaged secrets end the start before it migrates. New ones are made after that: a restore refuses a folder with any.
  readSecrets(config.dataFolder);
  await migrate({ ...migrationOf(config, onProgress), url: databaseUrl, authenticatorPassword: null });
  const known = await loadSecrets(config);
  const { secrets } = await openWithSecrets(config.dataFolder, known, (tried) =>
    requireSameKeys(databaseUrl, tried, config.dataFolder),
  );
  return { secrets, databaseUrl, databasePort: null, close: async () => {} };
}

async function openBundled(
  config: Config,
  known: Secrets,
  onProgress: (line: string) => void,
  log: Logger,
): Promise<Installation> {
  const server = await startDatabase(config, known, onProgress, log);
  const { secrets } = server;
  try {
    const { databasePassword, authenticatorPassword } = secrets;
    const url = server.urlFor('postgres', databasePassword);
    await migrate({ ...migrationOf(config, onProgress), url, authenticatorPassword });
    const databaseUrl = server.urlFor('authenticator', authenticatorPassword);
    return { secrets, databaseUrl, databasePort: server.port, close: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Sample content is for a database without items. */
const HAS_CONTENT = ITEM_TABLES.map((table) => `exists (select from public.${table})`).join(' or ');

/** How the database of a site with this configuration is migrated. */
export function migrationOf({ sampleContent }: Config, onProgress: (line: string) => void) {
  return {
    supabaseFolder: SUPABASE_FOLDER,
    sampleContent: sampleContent ? { unless: HAS_CONTENT } : null,
    onProgress,
    signal: stopping,
  };
}

/**
 * Starts the bundled PostgreSQL on the data folder without migrating it. The caller must hold the lock of the folder.
 * Returns the server and the secrets that it accepts: others than the given ones after an interrupted rotation.
 */
export async function startDatabase(
  config: Config,
  known: Secrets,
  onProgress: (line: string) => void,
  log: Logger,
): Promise<EmbeddedServer & { secrets: Secrets }> {
  const { secrets, opened } = await openWithSecrets(config.dataFolder, known, ({ databasePassword }) =>
    startEmbeddedServer({
      dataFolder: config.dataFolder,
      password: databasePassword,
      connections: config.databaseConnections,
      onProgress,
      onError: (line) => log.error({ from: 'postgresql' }, line),
      signal: stopping,
    }),
  );
  return { ...opened, secrets };
}
