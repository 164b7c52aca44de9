import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type HttpBindings, createAdaptorServer } from '@hono/node-server';
import { pino } from 'pino';
import { createBackend } from './app.ts';
import { cleanExpired } from './clean-expired.ts';
import { ConfigurationError } from './configuration-error.ts';
import { closeDatabase, connectDatabase } from './database/connect.ts';
import { startEmbeddedServer } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { beginCluster } from './database/cluster-state.ts';
import { waitForDatabase } from './database/wait-for-database.ts';
import type { BackendDeps, BackendSettings } from './deps.ts';
import { clientAddress } from './http/client-address.ts';
import { type KeySecrets, createKeys, makeSecrets } from './http/keys.ts';
import { openMemoryRateLimit } from './http/rate-limit.ts';
import { MailError } from './mail/errors.ts';
import { createOutbox } from './mail/outbox.ts';
import { WEBSOCKET_PATH } from './realtime/open-realtime.ts';
import { DEFAULT_REST_SETTINGS } from './rest/rest-settings.ts';
import { createUsage } from './usage/usage.ts';

/** The backend by itself: one process for one Supabase project. README.md lists the variables. */
type Options = {
  host: string;
  port: number;
  dataFolder: string;
  databaseUrl: string | null;
  /** The folder of the Supabase project, with `migrations/`. */
  project: string;
  settings: BackendSettings;
};

const DATABASE_WAIT_MS = 60_000;
const CLEAN_EVERY_MS = 5 * 60_000;

function readOptions(environment: NodeJS.ProcessEnv): Options {
  const host = environment['HOST'] ?? '127.0.0.1';
  const port = Number(environment['PORT'] ?? 54_321);
  const dataFolder = resolve(environment['DATA_DIR'] ?? 'data');
  const project = resolve(environment['PROJECT_DIR'] ?? 'supabase');
  const settings: BackendSettings = {
    siteUrl: environment['SITE_URL'] ?? `http://${host}:${port}`,
    redirectAllowList: environment['AUTH_REDIRECT_URLS']?.split(',') ?? [],
    confirmEmail: environment['AUTH_CONFIRM_EMAIL'] !== 'false',
    allowSignup: environment['AUTH_ALLOW_SIGNUP'] !== 'false',
    accessTokenSeconds: 3600,
    storageFolder: join(dataFolder, 'storage'),
    store: null,
    mailTemplates: resolve(environment['MAIL_TEMPLATES'] ?? join(import.meta.dirname, '../templates')),
    mail: {
      smtpUrl: environment['SMTP_URL'] ?? null,
      from: environment['MAIL_FROM'] ?? 'backend@localhost',
      enquiriesTo: [],
      outboxFolder: join(dataFolder, 'outbox'),
      keepDeliveredDays: 30,
      emailjs: { serviceId: '', templateId: '', publicKey: '', compose: rejectForm },
    },
    auth: {
      anonymousSignIns: false,
      securePasswordChange: false,
      manualLinking: false,
      emailLinks: true,
      passwordMinLength: 6,
      providers: [],
      web3: [],
    },
    realtime: { anonymous: false, publicChannels: false },
    rest: DEFAULT_REST_SETTINGS,
    retention: { knownClientDays: 180, providerCookieMinutes: 10 },
    pictureWidths: [160, 320, 640, 1280, 2560],
  };
  return { host, port, dataFolder, databaseUrl: environment['DATABASE_URL'] ?? null, project, settings };
}

/** There is no template for POST /send, which the site of this repository has for its form. */
async function rejectForm(): Promise<never> {
  throw new MailError('template_not_found');
}

type Secrets = { databasePassword: string; authenticatorPassword: string; keys: KeySecrets };

/** Reads the secrets of the data folder, or creates them at the first start. */
async function loadSecrets({ dataFolder, databaseUrl }: Options): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = () => randomBytes(24).toString('base64url');
  const secrets = {
    databasePassword: password(),
    authenticatorPassword: password(),
    keys: await makeSecrets(new Date()),
  };
  if (databaseUrl === null) await beginCluster(dataFolder);
  writeFileSync(`${file}.unfinished`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  renameSync(`${file}.unfinished`, file);
  return secrets;
}

/** SQLite's exclusive lock of a file, which the kernel releases when the process ends. */
function lockFolder(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    throw new ConfigurationError(`Another process uses the data folder ${folder}.`, { cause: error });
  }
}

/** Opens and migrates the database. Returns the URL of the login of requests; `closing` stops the bundled server. */
async function openDatabase(
  { dataFolder, databaseUrl, project }: Options,
  { databasePassword: password, authenticatorPassword }: Secrets,
  closing: AsyncDisposableStack,
): Promise<string> {
  const onProgress = (line: string) => console.log(line);
  const options = { supabaseFolder: project, sampleContent: null, onProgress };
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl, { withinMs: DATABASE_WAIT_MS, onProgress });
    await migrate({ ...options, url: databaseUrl, authenticatorPassword: null });
    return databaseUrl;
  }
  const server = await startEmbeddedServer({ dataFolder, password, onProgress, onError: console.error });
  closing.use(server);
  await migrate({ ...options, url: server.urlFor('postgres', password), authenticatorPassword });
  return server.urlFor('authenticator', authenticatorPassword);
}

type Served = { url: string; anonKey: string; stop: () => Promise<void> };

/** Serves the backend until the function that it returns is called. Stops the database when a step fails. */
async function start(options: Options): Promise<Served> {
  await using closing = new AsyncDisposableStack();
  closing.use(lockFolder(options.dataFolder));
  const secrets = await loadSecrets(options);
  const served = await serve(options, secrets, await openDatabase(options, secrets, closing));
  closing.defer(served.stop);
  const opened = closing.move();
  return { ...served, stop: () => opened.disposeAsync() };
}

async function serve({ settings, host, port }: Options, secrets: Secrets, url: string): Promise<Served> {
  const log = pino({ level: 'warn' });
  const now = () => new Date();
  const database = connectDatabase(url, {
    onUnavailable: (error) => log.error({ err: error }, 'database unavailable'),
  });
  const outbox = createOutbox({ database: database.poolFor('internal'), settings: settings.mail, log, now });
  const deps: BackendDeps = {
    database,
    settings,
    keys: createKeys({ ...secrets.keys, issuer: `${settings.siteUrl}/auth/v1` }),
    outbox,
    openRateLimit: openMemoryRateLimit,
    usage: createUsage(),
    log,
    now,
  };
  const { app, realtime, stop } = await createBackend(deps);
  const http = createAdaptorServer({
    fetch: (request, env) => {
      const { socket } = (env as HttpBindings).incoming;
      return app.fetch(request, { clientAddress: clientAddress(socket.remoteAddress, null, 0) });
    },
    // HTTP/1.0 has no Host.
    hostname: new URL(settings.siteUrl).host,
  });
  http.on('upgrade', (incoming, socket, head) => {
    if (URL.parse(incoming.url ?? '', settings.siteUrl)?.pathname !== WEBSOCKET_PATH) return socket.destroy();
    void realtime.upgrade(incoming, socket, head, clientAddress(incoming.socket.remoteAddress, null, 0));
  });
  await new Promise<void>((listening, failed) => http.once('error', failed).listen(port, host, listening));
  const cleaning = setInterval(() => {
    cleanExpired(deps).catch((error: unknown) => log.warn({ err: error }, 'Expired rows could not be deleted'));
  }, CLEAN_EVERY_MS);
  outbox.wake();
  return {
    url: `http://${host}:${(http.address() as AddressInfo).port}`,
    anonKey: secrets.keys.anonKey,
    stop: async () => {
      clearInterval(cleaning);
      await realtime.close();
      await new Promise((closed) => http.close(closed));
      await stop();
      await outbox.stop();
      await closeDatabase(database);
    },
  };
}

async function main(): Promise<void> {
  try {
    const { url, anonKey, stop } = await start(readOptions(process.env));
    console.log(`anon key ${anonKey}\nready ${url}`);
    const end = () => void stop().then(() => process.exit(0));
    process.once('SIGINT', end).once('SIGTERM', end);
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : error);
    process.exit(1);
  }
}

await main();
