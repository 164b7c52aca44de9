import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import type { AuthSettings } from '#backend/auth/auth-deps.ts';
import { mountAuth } from '#backend/auth/routes.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import { closeDatabase, connectDatabase, type DatabasePool } from '#backend/database/connect.ts';
import type { BackendSettings } from '#backend/deps.ts';
import { DEFAULT_REST_SETTINGS } from '#backend/rest/rest-settings.ts';
import { createKeys, type Keys, makeSecrets } from '#backend/http/keys.ts';
import type { BackendEnv } from '#backend/http/env.ts';
import { openMemoryRateLimit } from '#backend/http/rate-limit.ts';
import { createUsage } from '#backend/usage/usage.ts';
import { createOutbox } from '#backend/mail/outbox.ts';
import { EMAILJS_SETTINGS } from './mail-fixture.ts';
import { hashCheaply } from './password-hash.ts';
import { startPlatformDatabase } from './platform-database.ts';
import { waitFor } from './wait-for.ts';

export const SITE = 'https://firm.example';
export const PASSWORD = 'a long password';
export const MAIL_TEMPLATES = join(import.meta.dirname, '../../../../supabase/templates');

export type StoredMail = {
  recipient: string;
  kind: string;
  subject: string;
  text: string;
  link: string;
  /** Empty in a mail that has a code only. */
  token: string;
  /** The six-digit code. */
  code: string;
};

/** Changes to the settings of the fixture. */
type SettingChanges = Partial<Omit<BackendSettings, 'auth'>> & { auth?: Partial<AuthSettings> };

/** A private IPv4 address. Limits are per address, so requests from different ones do not count together. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The official client, connected to the service under test. */
export type AuthTestClient = SupabaseClient;

export type TestAuth = {
  database: DatabasePool;
  keys: Keys;
  /** A second service on the same database, with other settings. */
  withSettings: (settings: SettingChanges) => Pick<TestAuth, 'client' | 'request'>;
  /** The official client, from a network address of its own unless one is named. */
  client: (address?: string) => SupabaseClient;
  /** The same, with the PKCE flow. */
  pkceClient: () => SupabaseClient;
  /** A request that no client would send; `path` is relative to /auth/v1, or a complete link. */
  request: (path: string, init?: RequestInit & { address?: string }) => Promise<Response>;
  /** The messages in the outbox for this recipient, oldest first. */
  mailsTo: (recipient: string) => Promise<StoredMail[]>;
  /** Creates a confirmed account, whose password costs little to compare, and signs in. */
  person: () => Promise<{ client: SupabaseClient; email: string; accessToken: string; refreshToken: string }>;
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Resolves when this many transactions wait for a lock of another. */
  lockWaits: (count: number) => Promise<unknown>;
  /** Moves the clock of the service. */
  advanceClock: (seconds: number) => void;
  /** The log so far; empty unless a test caused an error on purpose. */
  logged: () => string;
  stop: () => Promise<void>;
};

/** The auth service on a PostgreSQL of its own, with the real outbox. */
export async function startTestAuth(): Promise<TestAuth> {
  const { database, folder, stop: stopDatabase } = await startDatabase();
  const clock = { ahead: 0 };
  const now = (): Date => new Date(Date.now() + clock.ahead);
  let logText = '';
  const log = pino({ level: 'warn' }, { write: (line) => (logText += line) });
  const keys = createKeys({ ...(await makeSecrets(now())), issuer: `${SITE}/auth/v1`, now });
  const settings = settingsFor(join(folder, 'outbox'));
  const outbox = createOutbox({ database, settings: settings.mail, log, now });
  const mount = ({ auth, ...changes }: SettingChanges = {}): Hono<BackendEnv> =>
    new Hono<BackendEnv>().route(
      '/auth/v1',
      mountAuth({
        database,
        keys,
        outbox,
        openRateLimit: openMemoryRateLimit,
        usage: createUsage(),
        log,
        now,
        settings: { ...settings, ...changes, auth: { ...settings.auth, ...auth } },
      }),
    );
  const app = mount();
  const query: TestAuth['query'] = async (sql, values) => {
    const { rows } = await asBackend(database, (run) => run(sql, values));
    return rows;
  };
  const requestTo =
    (mounted: Hono<BackendEnv>): TestAuth['request'] =>
    async (path, { address = randomAddress(), ...init } = {}) => {
      const url = path.startsWith('http') ? path : `${SITE}/auth/v1${path}`;
      const headers = { apikey: keys.anonKey, ...(init.headers as Record<string, string>) };
      return mounted.fetch(new Request(url, { ...init, headers }), { clientAddress: address });
    };
  const service: TestAuth = {
    database,
    keys,
    request: requestTo(app),
    query,
    lockWaits: (count) => waitFor(async () => (await query('select from pg_locks where not granted')).length >= count),
    withSettings: (changes) => {
      const other = mount(changes);
      return {
        client: (address = randomAddress()) => clientOf(other, keys.anonKey, address),
        request: requestTo(other),
      };
    },
    client: (address = randomAddress()) => clientOf(app, keys.anonKey, address),
    pkceClient: () => clientOf(app, keys.anonKey, randomAddress(), 'pkce'),
    mailsTo: (recipient) => mailsTo(query, recipient),
    person: () => signIn(service, clientOf(app, keys.serviceRoleKey, randomAddress())),
    advanceClock: (seconds) => (clock.ahead += seconds * 1000),
    logged: () => logText,
    stop: async () => {
      await outbox.stop();
      await stopDatabase();
    },
  };
  return service;
}

const PLATFORM = ['roles.sql', 'auth.sql', 'auth-providers.sql', 'mail.sql', 'processes.sql'];
const AUTHENTICATOR = `create role authenticator login noinherit password 'for-tests';
  grant anon, authenticated, service_role, backend to authenticator`;

/** The database of an installation: the platform files applied twice, as at every start, and a login without rights of its own. */
async function startDatabase(): Promise<{ database: DatabasePool; folder: string; stop: () => Promise<void> }> {
  const { folder, urlFor, ...server } = await startPlatformDatabase('auth', [...PLATFORM, ...PLATFORM], AUTHENTICATOR);
  const database = connectDatabase(urlFor('authenticator', 'for-tests'));
  const stop = async (): Promise<void> => {
    await closeDatabase(database);
    await server.stop();
  };
  return { database, folder, stop };
}

function settingsFor(outboxFolder: string): BackendSettings {
  return {
    siteUrl: SITE,
    redirectAllowList: ['https://*.preview.example/**'],
    confirmEmail: true,
    allowSignup: true,
    accessTokenSeconds: 3600,
    storageFolder: '/nowhere',
    store: null,
    realtime: { anonymous: false, publicChannels: false },
    mail: {
      smtpUrl: null,
      from: 'The Firm <office@firm.example>',
      enquiriesTo: ['office@firm.example'],
      outboxFolder,
      ...EMAILJS_SETTINGS,
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
    rest: DEFAULT_REST_SETTINGS,
    mailTemplates: MAIL_TEMPLATES,
    retention: { knownClientDays: 180, providerCookieMinutes: 10 },
    pictureWidths: [640],
  };
}

function clientOf(
  app: Hono<BackendEnv>,
  key: string,
  clientAddress: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
): SupabaseClient {
  return createClient(SITE, key, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      storageKey: randomUUID(),
      flowType,
      experimental: { recoveryCodes: true },
    },
    global: { fetch: async (input, init) => app.fetch(new Request(input, init), { clientAddress }) },
  });
}

/** Without a mail server messages are written to files, and keep their text in the outbox. */
async function mailsTo(query: TestAuth['query'], recipient: string): Promise<StoredMail[]> {
  const rows = await query(
    'select recipient, kind, subject, text_body as text from mail.outbox where recipient = $1 order by created_at, id',
    [recipient],
  );
  return (rows as Omit<StoredMail, 'link' | 'token' | 'code'>[]).map((mail) => {
    const link = (/https?:\S+/.exec(mail.text)?.[0] ?? '').replace('/auth?', '/auth/v1/verify?');
    const token = URL.parse(link)?.searchParams.get('token') ?? '';
    return { ...mail, link, token, code: codeIn(mail.text) };
  });
}

/** The six-digit code in the text of an account mail. */
export function codeIn(text: string): string {
  return /(?<!\w)\d{6}(?!\w)/.exec(text)?.[0] ?? '';
}

async function signIn(service: TestAuth, createdBy: SupabaseClient): ReturnType<TestAuth['person']> {
  const client = service.client();
  const email = `${randomUUID()}@person.example`;
  const account = { email, password_hash: await hashCheaply(PASSWORD), email_confirm: true };
  const created = await createdBy.auth.admin.createUser(account);
  if (created.error) throw created.error;
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return { client, email, accessToken, refreshToken };
}
