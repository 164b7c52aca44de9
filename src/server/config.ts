import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { AuthSettings } from '#backend/auth/auth-deps.ts';
import { DATABASE_URL_FORM, isDatabaseUrl } from '#backend/database/wait-for-database.ts';
import { BadAddress, parseAddresses } from '#backend/mail/addresses.ts';
import { SMTP_URL_FORM, isSmtpUrl } from '#backend/mail/smtp-transport.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { BackupSettings } from '#operations/backup/settings.ts';
import { withoutTrailingSlashes } from '#contract/url-path.ts';
import { defaultConnections, minConnections } from '#backend/database/pools.ts';
import type { RealtimeSettings } from '#backend/realtime/realtime-deps.ts';
import type { RestSettings } from '#backend/rest/rest-settings.ts';
import type { MisspeltVariable } from '#operations/diagnosis/subject.ts';
import { type S3Settings, STORAGE_URL_FORM, parseStorageUrl } from '#backend/storage/storage-url.ts';
import {
  type MonitoringSettings,
  backupSettings,
  backupVariables,
  flag,
  monitoringSettings,
  monitoringVariables,
  peopleVariables,
  restSettings,
  restVariables,
  text,
  wholeNumber,
} from './config/variables.ts';
import { findMisspelt } from './config/misspelt.ts';
import { httpAddress } from './start/listen-port.ts';
import { readProviders, readWeb3 } from './config/auth-providers.ts';

/** For `localhost:3000` URL.canParse is true: it reads the host as a scheme. */
const webAddress = text.refine(
  (value) => value === null || isWebAddress(value),
  'is not an address such as https://firm.example, without user, password and query',
);
const addresses = text.transform((value, context) => {
  try {
    return value === null ? null : parseAddresses(value);
  } catch (error) {
    if (!(error instanceof BadAddress)) throw error;
    context.addIssue(`${error.message}. Write ${ADDRESS_FORM}`);
    return z.NEVER;
  }
});
const ADDRESS_FORM = 'office@firm.example or Office <office@firm.example>';

/** With a scheme, of an application as well, and with the wildcards of protocol.md 1.5. */
const REDIRECT_PATTERN = /^[a-z*][a-z0-9+.*-]*:\/\S+$/i;

/** Long enough for a PostgreSQL that is started together with the site. */
const DATABASE_WAIT_S = 60;
/** More processes than any machine for this site has processors. */
const MAX_WORKERS = 64;

/** All environment variables of the product. No other file reads the environment. */
const Environment = z.object({
  HOST: text.refine(
    (value) => value === null || URL.canParse(httpAddress(value, 0)),
    'is not an address of a machine. Write one such as 127.0.0.1 or ::1, without port, brackets and network interface',
  ),
  PORT: text.refine(
    (value) => value === null || (/^\d+$/.test(value) && Number(value) < 65_536),
    'is not a port number',
  ),
  DATA_DIR: text,
  SITE_URL: webAddress.refine(
    (value) => value === null || URL.parse(value)?.pathname === '/',
    'has a path: the site lies at the root of its address, such as https://firm.example',
  ),
  WEB_WORKERS: wholeNumber(1, MAX_WORKERS),
  DATABASE_URL: text.refine(
    (value) => value === null || isDatabaseUrl(value),
    `cannot be read. Write ${DATABASE_URL_FORM}`,
  ),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3600),
  DATABASE_CONNECTIONS: wholeNumber(1, 10_000),
  STORAGE_URL: text.transform((value, context) => {
    const settings = value === null ? null : parseStorageUrl(value);
    if (settings !== 'invalid') return settings;
    context.addIssue(`cannot be read. Write ${STORAGE_URL_FORM}`);
    return z.NEVER;
  }),
  SMTP_URL: text.refine((value) => value === null || isSmtpUrl(value), `cannot be read. Write ${SMTP_URL_FORM}`),
  MAIL_FROM: addresses.refine(
    (value) => value === null || value.length === 1,
    `holds more than one address. Write one: ${ADDRESS_FORM}`,
  ),
  ENQUIRIES_TO: addresses,
  SAMPLE_CONTENT: flag(true),
  AUTH_CONFIRM_EMAIL: flag(true),
  AUTH_ALLOW_SIGNUP: flag(true),
  AUTH_REDIRECT_URLS: text.transform((value, context) => {
    const patterns = value?.split(',').flatMap((pattern) => pattern.trim() || []) ?? [];
    const wrong = patterns.find((pattern) => !REDIRECT_PATTERN.test(pattern));
    if (wrong === undefined) return patterns;
    context.addIssue(`holds "${wrong}", which is not an address. Write https://app.example/**, with commas between`);
    return z.NEVER;
  }),
  AUTH_ANONYMOUS_SIGN_INS: flag(false),
  AUTH_SECURE_PASSWORD_CHANGE: flag(false),
  AUTH_MANUAL_LINKING: flag(false),
  AUTH_EMAIL_LINKS: flag(true),
  REALTIME_ANONYMOUS: flag(false),
  REALTIME_PUBLIC_CHANNELS: flag(false),
  ...restVariables,
  ...backupVariables,
  ...peopleVariables,
  COUNT_VIEWS: flag(true),
  TRUST_PROXY: z
    .enum(['true', 'false', '0', '1', '2', '3', '4', ''], 'is not true, false or a number of proxies up to 4')
    .optional()
    .transform((value) => (value === 'true' ? 1 : Number(value === 'false' ? 0 : (value ?? 0)))),
  ...monitoringVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  SUPABASE_URL: webAddress,
  SUPABASE_ANON_KEY: text.refine(
    (value) => value === null || !isSecretKey(value),
    'holds a secret key, which every visitor would be sent. Use the anon or publishable key',
  ),
  SUPABASE_SERVICE_ROLE_KEY: text,
  EMAILJS: text.refine(
    (value) => value === null || /^[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(value),
    'is not service_id/template_id/public_key',
  ),
});

export type Config = {
  host: string;
  port: number;
  dataFolder: string;
  /** Processes that serve the site on the one port; with one, this process does. */
  workers: number;
  /** Connections to the database of all processes of this start. */
  databaseConnections: number;
  /** The store of uploaded files, or null for the data folder. */
  store: S3Settings | null;
  siteUrl: string;
  databaseUrl: string | null;
  /** How long a start waits for the database at DATABASE_URL, in milliseconds. */
  databaseWaitMs: number;
  smtpUrl: string | null;
  mailFrom: string | null;
  enquiriesTo: string[] | null;
  sampleContent: boolean;
  confirmEmail: boolean;
  allowSignup: boolean;
  redirectAllowList: string[];
  auth: AuthSettings;
  realtime: RealtimeSettings;
  rest: RestSettings;
  backup: BackupSettings;
  /** Days after which entries of the activity list are deleted. */
  keepActivityDays: number;
  countViews: boolean;
  /** How many reverse proxies stand before the site, each of which appends to X-Forwarded-For. */
  trustProxy: number;
  logLevel: string;
  monitoring: MonitoringSettings;
  /** A hosted Supabase project instead of the embedded backend. */
  hosted: { url: string; anonKey: string } | null;
  /** The secret key of the project of `npm run move -- --to-supabase`; nothing else reads it. */
  supabaseServiceKey: string | null;
  /** A hosted EmailJS account instead of the embedded endpoint. */
  hostedMail: { serviceId: string; templateId: string; publicKey: string } | null;
  /** Variables that are probably meant for the product, which does not know them. */
  misspelt: readonly MisspeltVariable[];
};

/** The path of a command's argument, from the folder where npm was called: npm runs commands in that of the clone. */
export const pathOf = (argument: string): string => resolve(process.env['INIT_CWD'] ?? '', argument);

/**
 * Reads the configuration from environment variables, with the defaults of docs/settings.md. Throws a
 * ConfigurationError that names each invalid variable and the reason.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { data, error } = Environment.safeParse(environment);
  if (!data) {
    throw new ConfigurationError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const host = data.HOST ?? '127.0.0.1';
  const port = Number(data.PORT ?? 3000);
  const workers = data.WEB_WORKERS ?? 1;
  const dataFolder = resolve(data.DATA_DIR ?? join(import.meta.dirname, '../../data'));
  // As browsers write it: in lower case, without the usual port, with international names in ASCII.
  const { origin: siteUrl } = new URL(
    data.SITE_URL ?? httpAddress(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port),
  );
  return {
    host,
    port,
    dataFolder,
    siteUrl,
    workers,
    databaseConnections: connectionsOf(data.DATABASE_CONNECTIONS, workers),
    store: data.STORAGE_URL,
    databaseUrl: data.DATABASE_URL,
    databaseWaitMs: (data.DATABASE_WAIT_SECONDS ?? DATABASE_WAIT_S) * 1000,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM?.[0] ?? null,
    enquiriesTo: data.ENQUIRIES_TO,
    sampleContent: data.SAMPLE_CONTENT,
    confirmEmail: data.AUTH_CONFIRM_EMAIL,
    allowSignup: data.AUTH_ALLOW_SIGNUP,
    redirectAllowList: data.AUTH_REDIRECT_URLS,
    auth: {
      passwordMinLength: PASSWORD_MIN_LENGTH,
      anonymousSignIns: data.AUTH_ANONYMOUS_SIGN_INS,
      securePasswordChange: data.AUTH_SECURE_PASSWORD_CHANGE,
      manualLinking: data.AUTH_MANUAL_LINKING,
      emailLinks: data.AUTH_EMAIL_LINKS,
      providers: readProviders(environment),
      web3: readWeb3(environment),
    },
    realtime: { anonymous: data.REALTIME_ANONYMOUS, publicChannels: data.REALTIME_PUBLIC_CHANNELS },
    rest: restSettings(data),
    backup: backupSettings(data, { siteUrl, dataFolder, databaseUrl: data.DATABASE_URL, store: data.STORAGE_URL }),
    keepActivityDays: data.KEEP_ACTIVITY_DAYS,
    countViews: data.COUNT_VIEWS,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL ?? 'warn',
    monitoring: monitoringSettings(data),
    hosted: hostedBackend(data.SUPABASE_URL, data.SUPABASE_ANON_KEY),
    supabaseServiceKey: data.SUPABASE_SERVICE_ROLE_KEY,
    hostedMail: hostedMail(data.EMAILJS),
    misspelt: findMisspelt(environment, Object.keys(Environment.shape)),
  };
}

/** Variables that belong to one machine, or that open the backup itself. */
const NOT_IN_BACKUPS = new Set(['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'BACKUP_TO', 'BACKUP_PASSPHRASE']);

/** The variables of the product that are set, for a backup: what a new machine needs besides the data. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const set = Object.entries(environment).filter(([name, value]) => isOurs(name) && !NOT_IN_BACKUPS.has(name) && value);
  return Object.fromEntries(set) as Record<string, string>;
}

/** The environment of another start of the product: that of this one with no other variables of the product than these. */
export function environmentWith(
  settings: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(Object.entries(environment).filter(([name]) => !isOurs(name))), ...settings };
}

function isOurs(name: string): boolean {
  return Object.hasOwn(Environment.shape, name) || name.startsWith('AUTH_');
}

function connectionsOf(given: number | null, workers: number): number {
  const least = minConnections(workers);
  if (given !== null && given < least) {
    throw new ConfigurationError(
      `DATABASE_CONNECTIONS is ${given}; with WEB_WORKERS=${workers} at least ${least} are needed.`,
    );
  }
  return given ?? defaultConnections(workers);
}

function hostedBackend(url: string | null, anonKey: string | null): Config['hosted'] {
  if (!url && !anonKey) return null;
  if (!url) throw new ConfigurationError('SUPABASE_URL is missing; SUPABASE_ANON_KEY goes with it.');
  if (!anonKey) throw new ConfigurationError('SUPABASE_ANON_KEY is missing; SUPABASE_URL goes with it.');
  return { url: withoutTrailingSlashes(url), anonKey };
}

function hostedMail(account: string | null): Config['hostedMail'] {
  if (!account) return null;
  const [serviceId = '', templateId = '', publicKey = ''] = account.split('/');
  return { serviceId, templateId, publicKey };
}

function isWebAddress(value: string): boolean {
  const parsed = URL.parse(value);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  const { username, password, search, hash } = parsed;
  return username + password + search + hash === '';
}

/** Whether a key of Supabase is one that passes row-level security: `sb_secret_…`, or a JWT of the role service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  try {
    const claims: unknown = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString());
    return (claims as { role?: unknown } | null)?.role === 'service_role';
  } catch {
    return false;
  }
}
