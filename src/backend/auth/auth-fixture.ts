import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pg from 'pg';
import { pino } from 'pino';
import { asBackend } from '../database/as-caller.ts';
import { closeDatabase, connectDatabase, type DatabasePool } from '../database/connect.ts';
import { startEmbeddedServer } from '../database/embedded.ts';
import { createKeys, type Keys } from '../http/keys.ts';
import { makeSecrets } from '../http/make-secrets.ts';
import type { BackendEnv } from '../http/env.ts';
import { createOutbox } from '../mail/outbox.ts';
import type { BackendSettings } from '../deps.ts';
import { mountAuth } from './routes.ts';

export const SITE = 'https://firm.example';
export const PASSWORD = 'a long password';

export type StoredMail = {
  recipient: string;
  kind: string;
  subject: string;
  text: string;
  link: string;
  token: string;
};

export type TestAuth = {
  database: DatabasePool;
  keys: Keys;
  /** A second service on the same database, with other settings. */
  withSettings: (settings: Partial<BackendSettings>) => { client: () => SupabaseClient };
  /** The official client, from a network address of its own unless one is named. */
  client: (address?: string) => SupabaseClient;
  /** A request as no client would make it; `path` is relative to /auth/v1, or a whole link. */
  request: (path: string, init?: RequestInit & { address?: string }) => Promise<Response>;
  /** What waits in the outbox for this recipient, oldest first. */
  mailsTo: (recipient: string) => Promise<StoredMail[]>;
  /** Signs up, follows the link and signs in. */
  person: () => Promise<{ client: SupabaseClient; email: string; accessToken: string; refreshToken: string }>;
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Moves the clock of the service. */
  advanceClock: (seconds: number) => void;
  /** Everything that was logged; a test that did not mean to cause trouble finds it empty. */
  logged: () => string;
  stop: () => Promise<void>;
};

/** For tests: the service over a PostgreSQL of its own, with the real outbox. */
export async function startTestAuth(): Promise<TestAuth> {
  const folder = await mkdtemp(join(tmpdir(), 'auth-room-'));
  const { database, stop: stopDatabase } = await startDatabase(folder);
  const clock = { ahead: 0 };
  const now = (): Date => new Date(Date.now() + clock.ahead);
  let said = '';
  const log = pino({ level: 'warn' }, { write: (line) => (said += line) });
  const keys = createKeys({ ...(await makeSecrets(now())), issuer: `${SITE}/auth/v1`, now });
  const settings = settingsFor(join(folder, 'outbox'));
  const outbox = createOutbox({ database, settings: settings.mail, log, now });
  const mount = (changes: Partial<BackendSettings> = {}): Hono<BackendEnv> =>
    new Hono<BackendEnv>().route(
      '/auth/v1',
      mountAuth({ database, keys, outbox, log, now, settings: { ...settings, ...changes } }),
    );
  const app = mount();
  const query: TestAuth['query'] = async (sql, values) => {
    const { rows } = await asBackend(database, (run) => run(sql, values));
    return rows;
  };
  const request: TestAuth['request'] = async (path, { address = someAddress(), ...init } = {}) => {
    const url = path.startsWith('http') ? path : `${SITE}/auth/v1${path}`;
    const headers = { apikey: keys.anonKey, ...(init.headers as Record<string, string>) };
    return app.fetch(new Request(url, { ...init, headers }), { clientAddress: address });
  };
  const service: TestAuth = {
    ...{ database, keys, request, query },
    withSettings: (changes) => {
      const other = mount(changes);
      return { client: () => clientOf(other, keys, someAddress()) };
    },
    client: (address = someAddress()) => clientOf(app, keys, address),
    mailsTo: (recipient) => mailsTo(query, recipient),
    person: () => signUpAndIn(service),
    advanceClock: (seconds) => (clock.ahead += seconds * 1000),
    logged: () => said,
    stop: async () => {
      await outbox.stop();
      await stopDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** As the installation lays it: the platform twice, as at every start, and a login without rights of its own. */
async function startDatabase(folder: string): Promise<{ database: DatabasePool; stop: () => Promise<void> }> {
  const errorKind: string[] = [];
  const server = await startEmbeddedServer({
    dataFolder: folder,
    password: 'for-tests',
    onProgress: () => {},
    onError: (line) => errorKind.push(line),
  });
  const client = new pg.Client({ connectionString: server.urlFor('postgres', 'for-tests') });
  await client.connect();
  for (const file of ['roles.sql', 'auth.sql', 'mail.sql', 'roles.sql', 'auth.sql', 'mail.sql']) {
    await client.query(await readFile(join(import.meta.dirname, '../database/platform', file), 'utf8'));
  }
  await client.query(`create role authenticator login noinherit password 'for-tests'`);
  await client.query('grant anon, authenticated, service_role, backend to authenticator');
  await client.end();
  const database = connectDatabase(server.urlFor('authenticator', 'for-tests'));
  const stop = async (): Promise<void> => {
    await closeDatabase(database);
    await server.stop();
  };
  return { database, stop };
}

function settingsFor(outboxFolder: string): BackendSettings {
  return {
    siteUrl: SITE,
    apiUrl: SITE,
    redirectAllowList: ['https://*.preview.example/**'],
    confirmEmail: true,
    allowSignup: true,
    accessTokenSeconds: 3600,
    trustProxy: false,
    storageFolder: '/nowhere',
    mail: {
      smtpUrl: null,
      from: 'The Firm <office@firm.example>',
      enquiriesTo: ['office@firm.example'],
      outboxFolder,
      emailjs: { serviceId: 's', templateId: 't', publicKey: 'k' },
    },
  };
}

function clientOf(app: Hono<BackendEnv>, keys: Keys, clientAddress: string): SupabaseClient {
  return createClient(SITE, keys.anonKey, {
    auth: {
      ...{ persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
      experimental: { recoveryCodes: true },
    },
    global: { fetch: async (input, init) => app.fetch(new Request(input, init), { clientAddress }) },
  });
}

/** Without a mail server messages lie as files, and stay whole in the outbox. */
async function mailsTo(query: TestAuth['query'], recipient: string): Promise<StoredMail[]> {
  const rows = await query(
    'select recipient, kind, subject, text_body as text from mail.outbox where recipient = $1 order by created_at, id',
    [recipient],
  );
  return (rows as Omit<StoredMail, 'link' | 'token'>[]).map((mail) => {
    const link = /https?:\S+/.exec(mail.text)?.[0] ?? '';
    return { ...mail, link, token: new URL(link).searchParams.get('token') ?? '' };
  });
}

async function signUpAndIn(service: TestAuth): ReturnType<TestAuth['person']> {
  const client = service.client();
  const email = `${randomUUID()}@person.example`;
  const signUp = await client.auth.signUp({ email, password: PASSWORD });
  if (signUp.error) throw signUp.error;
  const [mail] = await service.mailsTo(email);
  await service.request(mail?.link ?? '');
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return { client, email, accessToken, refreshToken };
}

function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
