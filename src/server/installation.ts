import { join } from 'node:path';
import type { Logger } from 'pino';
import { type EmbeddedServer, startEmbeddedServer } from '#backend/database/embedded.ts';
import { migrate } from '#backend/database/migrate.ts';
import type { Config } from './config.ts';
import { openLog } from './log/open-log.ts';
import { requireSameKeys } from './require-same-keys.ts';
import { type Secrets, loadSecrets } from './secrets.ts';

/** Migrations, seed and mail templates, in the Supabase CLI's layout. */
export const SUPABASE_FOLDER = join(import.meta.dirname, '../../supabase');

/** What all processes of one start share: the secrets and a migrated database. */
export type Installation = {
  secrets: Secrets;
  /** The URL of the login of requests. */
  databaseUrl: string;
  databasePort: number | null;
  close: () => Promise<void>;
};

/**
 * Opens the database (bundled, or DATABASE_URL), migrates it, and checks that the secrets are those of the other
 * machines. The caller must hold the lock of the data folder. Closes what was opened when a later step fails.
 */
export async function openInstallation(config: Config, onProgress: (line: string) => void): Promise<Installation> {
  const { log } = openLog(config);
  const secrets = await loadSecrets(config);
  const server = config.databaseUrl ? null : await startDatabase(config, secrets, onProgress, log);
  try {
    await migrate({
      url: config.databaseUrl ?? server!.urlFor('postgres', secrets.databasePassword),
      supabaseFolder: SUPABASE_FOLDER,
      sampleContent: config.sampleContent,
      authenticatorPassword: server ? secrets.authenticatorPassword : null,
      onProgress,
    });
    if (config.databaseUrl) await requireSameKeys(config.databaseUrl, secrets, config.dataFolder);
    return {
      secrets,
      databaseUrl: config.databaseUrl ?? server!.urlFor('authenticator', secrets.authenticatorPassword),
      databasePort: server?.port ?? null,
      close: async () => server?.stop(),
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/**
 * Starts the bundled PostgreSQL on the data folder without migrating it. The caller must hold the lock of the folder.
 */
export function startDatabase(
  config: Config,
  secrets: Secrets,
  onProgress: (line: string) => void,
  log: Logger,
): Promise<EmbeddedServer> {
  return startEmbeddedServer({
    dataFolder: config.dataFolder,
    password: secrets.databasePassword,
    connections: config.databaseConnections,
    onProgress,
    onError: (line) => log.error({ from: 'postgresql' }, line),
  });
}
