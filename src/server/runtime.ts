import { join } from 'node:path';
import pino from 'pino';
import type { BackendDeps, BackendSettings, MailSettings } from '#backend/deps.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type EmbeddedServer, startEmbeddedServer } from '#backend/database/embedded.ts';
import { migrate } from '#backend/database/migrate.ts';
import { createKeys } from '#backend/http/keys.ts';
import { createOutbox } from '#backend/mail/outbox.ts';
import { firm } from '#site/content/firm.ts';
import type { Config } from './config.ts';
import { type Secrets, loadSecrets } from './secrets.ts';

/** Migrations, seed and mail templates, in the Supabase CLI's layout. */
export const SUPABASE_FOLDER = join(import.meta.dirname, '../../supabase');

/** The dependencies of the services, opened and migrated. */
export type Runtime = {
  deps: BackendDeps;
  secrets: Secrets;
  /** The URL of a login that may listen for notifications. */
  databaseUrl: string;
  databasePort: number | null;
  close: () => Promise<void>;
};

/** The ids of the embedded EmailJS endpoint. They are not secret, as with EmailJS itself. */
export const EMBEDDED_EMAILJS = { serviceId: 'embedded', templateId: 'enquiry', publicKey: 'india-going-global' };

/**
 * Opens the dependencies of the services: database (bundled, or DATABASE_URL), migrations, keys, outbox. The caller
 * must hold the lock of the data folder. Closes what was opened when a later step fails.
 */
export async function openRuntime(config: Config, onProgress: (line: string) => void): Promise<Runtime> {
  const log = pino({ level: config.logLevel, base: null });
  const secrets = await loadSecrets(config);
  const server = config.databaseUrl ? null : await startDatabase(config, secrets, onProgress, log);
  try {
    const url = config.databaseUrl ?? server!.urlFor('authenticator', secrets.authenticatorPassword);
    await migrate({
      url: config.databaseUrl ?? server!.urlFor('postgres', secrets.databasePassword),
      supabaseFolder: SUPABASE_FOLDER,
      sampleContent: config.sampleContent,
      authenticatorPassword: server ? secrets.authenticatorPassword : null,
      onProgress,
    });
    return assembleRuntime(backendSettings(config, onProgress), secrets, url, server, log);
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
  log: pino.Logger,
): Promise<EmbeddedServer> {
  return startEmbeddedServer({
    dataFolder: config.dataFolder,
    password: secrets.databasePassword,
    onProgress,
    onError: (line) => log.error({ from: 'postgresql' }, line),
  });
}

function assembleRuntime(
  settings: BackendSettings,
  secrets: Secrets,
  databaseUrl: string,
  server: EmbeddedServer | null,
  log: pino.Logger,
): Runtime {
  const database = connectDatabase(databaseUrl, {
    onUnavailable: (error) => log.error({ err: error }, 'The database is not available'),
  });
  const now = () => new Date();
  const outbox = createOutbox({ database: database.poolFor('mail'), settings: settings.mail, log, now });
  const keys = createKeys({ ...secrets.keys, issuer: `${settings.siteUrl}/auth/v1` });
  return {
    deps: { database, settings, keys, outbox, log, now },
    secrets,
    databaseUrl,
    databasePort: server?.port ?? null,
    close: async () => {
      await outbox.stop();
      await closeDatabase(database);
      await server?.stop();
    },
  };
}

function backendSettings(config: Config, print: (text: string) => void): BackendSettings {
  return {
    siteUrl: config.siteUrl,
    redirectAllowList: config.redirectAllowList,
    confirmEmail: config.confirmEmail,
    allowSignup: config.allowSignup,
    accessTokenSeconds: 3600,
    storageFolder: join(config.dataFolder, 'storage'),
    mail: mailSettings(config, print),
  };
}

/** The mail settings of the app and of `npm run mail`; `print` writes to standard output. */
export function mailSettings(config: Config, print: (text: string) => void): MailSettings {
  return {
    smtpUrl: config.smtpUrl,
    from: config.mailFrom ?? `${firm.name} <${firm.email}>`,
    enquiriesTo: config.enquiriesTo ?? [firm.email],
    outboxFolder: join(config.dataFolder, 'outbox'),
    print,
    isTerminal: process.stdout.isTTY,
    emailjs: EMBEDDED_EMAILJS,
  };
}
