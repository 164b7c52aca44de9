import pino from 'pino';
import { styleText } from 'node:util';
import { existsSync } from 'node:fs';
import { sendTestMail } from '#backend/mail/smtp-transport.ts';
import { isEmail } from '#contract/forms/credentials.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Finding } from '#contract/system.ts';
import { describeMailError } from '#operations/diagnosis/site-checks.ts';
import { diagnose } from '#operations/diagnosis/diagnose.ts';
import { bad, good } from '#operations/diagnosis/finding.ts';
import { type Config, readConfig } from '#server/config.ts';
import { mailSettings } from '#server/start/runtime.ts';
import { subjectOf } from '#server/system/diagnosis-subject.ts';
import { loadWords } from '#server/words/read-words.ts';
import { embeddedUrl } from '#backend/database/client.ts';
import { inspectCluster } from '#backend/database/cluster-state.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import { requireNoRestore } from '#operations/backup/restore-mark.ts';
import type { BackendSubject, Subject } from '#operations/diagnosis/subject.ts';
import { startDatabase } from '#server/start/installation.ts';
import { DataFolderInUse, type DataLock, lockDataFolder, readRunning } from '#server/start/lock.ts';
import { type Secrets, readSecrets } from '#server/start/secrets.ts';
import { formatReport } from './format-report.ts';
import { runProgram } from './command-line.ts';

const USAGE = `npm run doctor [-- --mail ADDRESS] [-- --json]

  Checks the installation and says what to do: red needs action, yellow is worth a look. The site may run or not.
  It reads the settings of the service (SITE_ENV_FILE) and of this terminal, and changes nothing.

  --mail ADDRESS   also send a test message to this address
  --json           print the findings as JSON

Exit code: 0 without red, 1 with red or an error, 2 for other arguments.`;

const OPTIONS = { mail: { type: 'string' }, json: { type: 'boolean', default: false } } as const;

await runProgram(USAGE, OPTIONS, async (values, words) => {
  if (words.length > 0) return 'usage';
  const config = readConfig();
  const to = values.mail === undefined ? null : requireAddress(config, values.mail);
  const now = () => new Date();
  const report = await inspectSite(config, async (found) => {
    if (!('error' in found.database)) await loadWords(found.database);
    return diagnose(subjectOf(config, { ...found, now }));
  });
  if (to !== null) report.findings.push(await testMail(config, to));
  console.log(values.json ? JSON.stringify(report, null, 2) : pageOf(report));
  return report.findings.some(({ state }) => state === 'bad') ? 1 : 0;
});

function requireAddress(config: Config, text: string): string {
  if (config.hosted) throw new ConfigurationError('SUPABASE_URL is set: the hosted project sends its mail itself.');
  const address = text.trim();
  if (!isEmail(address)) throw new ConfigurationError(`"${text}" is not an email address.`);
  return address;
}

async function testMail(config: Config, to: string): Promise<Finding> {
  const { smtpUrl, from } = mailSettings(config);
  const about = { id: 'test-mail', name: 'Test message' };
  if (smtpUrl === null) return { ...about, ...bad('SMTP_URL is not set: nothing was sent.', 'Set SMTP_URL.') };
  const { host } = new URL(smtpUrl);
  const error = await sendTestMail({ smtpUrl, from }, to, config.siteUrl);
  const verdict = error ? describeMailError(host, error) : good(`${host} took it. See whether it arrives at ${to}.`);
  return { ...about, ...verdict };
}

function pageOf(report: Awaited<ReturnType<typeof diagnose>>): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream: process.stdout });
  return `\n${formatReport(report, { paint, columns: process.stdout.columns ?? 100 })}`;
}

type Found = { database: BackendSubject['database']; secrets: Secrets | null; running: Subject['running'] };
type Opened = { database: BackendSubject['database']; close?: () => Promise<void> };

/**
 * Runs `work` with the installation as it is, whether it runs or not, and without migrating it. A bundled database that
 * is stopped is started for `work`. Does not throw for an installation that is damaged: `work` gets the reason.
 */
async function inspectSite<T>(config: Config, work: (found: Found) => Promise<T>): Promise<T> {
  if (config.hosted) {
    const running = { pid: null, url: `http://${config.host}:${config.port}` };
    return work({ database: { error: '' }, secrets: null, running });
  }
  const lock = existsSync(config.dataFolder) ? tryFolderLock(config) : null;
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
  if (secrets === null) return { database: { error: notThere(config) } };
  if (lock !== 'in use') return startStopped(config, secrets);
  const port = readRunning(config.dataFolder)?.databasePort;
  if (!port) return { database: { error: 'The site is starting or stopping. Try again in a few seconds.' } };
  return connectTo(embeddedUrl(port, 'authenticator', secrets.authenticatorPassword));
}

async function openExternal(url: string): Promise<Opened> {
  try {
    await waitForDatabase(url);
    return connectTo(url);
  } catch (error) {
    if (error instanceof ConfigurationError) return { database: { error: error.message } };
    throw error;
  }
}

async function startStopped(config: Config, secrets: Secrets): Promise<Opened> {
  try {
    if ((await inspectCluster(config.dataFolder)).kind !== 'complete') return { database: { error: notThere(config) } };
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

function notThere({ dataFolder }: Config): string {
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

/** The lock of the folder, or why it is not available. */
function tryFolderLock({ dataFolder }: Config): Exclude<Lock, null> {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return 'in use';
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}
