import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import pg from 'pg';
import type { Database } from '#contract/database.types.ts';
import { EMBEDDED_EMAILJS } from '#server/start/runtime.ts';
import { type AppProcess, freePort, startApp } from './app-process.ts';
import { copyTemplate } from '#backend-tests/support/data-folder-template.ts';
import { randomAddress } from './random-address.ts';
import { startS3Store } from './s3-store.ts';
import { hashCheaply } from '#backend-tests/support/password-hash.ts';
import { type MailBox, type ReceivedMail, openMailBox } from '#backend-tests/support/smtp.ts';
import { isTwoInstances, startTwoInstances } from './two-instances.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

export type Client = SupabaseClient<Database>;

/** A complete running installation: app, database and, on request, a mail server. */
export type TestApp = {
  url: string;
  dataFolder: string;
  anonKey: string;
  serviceRoleKey: string;
  emailjs: typeof EMBEDDED_EMAILJS;
  smtp: MailBox;
  /** The messages that the mail server has received so far. */
  mails: () => ReceivedMail[];
  /** Waits for a mail to this address; returns the newest. */
  mailTo: (address: string) => Promise<ReceivedMail>;
  /** A client with an address of its own, so that tests do not share rate limits. */
  client: (key?: string) => Client;
  anon: Client;
  service: Client;
  /** `fetch` is the network of the person. */
  signIn: (person: NewPerson & { fetch?: typeof fetch }) => Promise<Client>;
  /** Runs SQL as the superuser, without policies. */
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  process: () => AppProcess;
  /** What all processes of this app have written to standard error, where the log is. */
  logged: () => string;
  /** Ends the app (SIGKILL by default) and restarts it on the same data and port, with `changes` to its environment. */
  restart: (how?: 'kill' | 'stop', changes?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
};

export type NewPerson = { admin: boolean; writer?: boolean; email?: string; password?: string };

export type TestAppOptions = {
  smtp?: boolean;
  sampleContent?: boolean;
  env?: Record<string, string>;
  /** Where the data folder is created; the system's folder of temporary files unless given. */
  parentFolder?: string;
  /** Starts with an empty data folder, for tests of the first start. */
  fresh?: boolean;
  /** Stops the app when the worker of the test ends. */
  endsWithWorker?: boolean;
};

/** Starts an installation on a copy of a migrated data folder with secrets, unless `fresh`; `stop` removes it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(options.parentFolder ?? tmpdir(), 'app-'));
  const sampleContent = String(options.sampleContent ?? false);
  if (!options.fresh) {
    await fillDataFolder(dataFolder, sampleContent);
  }
  const smtp = await openMailBox();
  const store = isTwoInstances ? await startS3Store() : null;
  const start = (settings: Record<string, string>): Promise<AppProcess> =>
    isTwoInstances ? startTwoInstances(settings) : startApp(settings, undefined, options);
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    SAMPLE_CONTENT: sampleContent,
    TRUST_PROXY: 'true',
    ...(options.smtp !== false && { SMTP_URL: smtp.url }),
    ...(store && { STORAGE_URL: store.storageUrl }),
    ...options.env,
  };
  let running = await start(env);
  let loggedBefore = '';
  const url = running.url;
  const secrets = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
  const { anonKey, serviceRoleKey } = secrets.keys as { anonKey: string; serviceRoleKey: string };

  const client = (key = anonKey, fetchBy?: typeof fetch): Client =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
      global: { headers: { 'X-Forwarded-For': randomAddress() }, ...(fetchBy && { fetch: fetchBy }) },
    });

  const { query, close } = openQueries(dataFolder, secrets.databasePassword);

  const service = client(serviceRoleKey);
  return {
    url,
    dataFolder,
    anonKey,
    serviceRoleKey,
    emailjs: EMBEDDED_EMAILJS,
    smtp,
    mails: smtp.mails,
    mailTo: (address) => waitFor(() => smtp.mails().findLast(({ to }) => to === address)),
    client,
    anon: client(),
    service,
    signIn: (person) => signIn(client(anonKey, person.fetch), service, query, person),
    query,
    process: () => running,
    logged: () => loggedBefore + running.logged(),
    restart: async (how = 'kill', changes = {}) => {
      await running[how]();
      loggedBefore += running.logged();
      running = await start({ ...env, ...changes });
    },
    stop: async () => {
      await close();
      await running.stop();
      await Promise.all([smtp.stop(), store?.stop()]);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Tests ask again and again, every 25 to 100 ms, and each new connection costs 8 ms of processor time. */
const KEPT_FOR_MS = 250;

/** The queries of `TestApp`: each in a session like a new one, over a connection that is kept for the next for a moment. */
function openQueries(dataFolder: string, password: string): { query: TestApp['query']; close: () => Promise<void> } {
  let kept: { client: pg.Client; port: number; expiry: NodeJS.Timeout } | null = null;
  const take = () => {
    const taken = kept;
    kept = null;
    clearTimeout(taken?.expiry);
    return taken;
  };
  const close = async (): Promise<void> => {
    await take()?.client.end();
  };
  const keep = async (client: pg.Client, port: number): Promise<void> => {
    await close();
    kept = { client, port, expiry: setTimeout(() => void close(), KEPT_FOR_MS) };
  };
  const connect = async (port: number): Promise<pg.Client> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    // The server may end while the connection is kept.
    client.on('error', () => {});
    client.once('end', () => void (kept?.client === client && take()));
    await client.connect();
    return client;
  };
  const query: TestApp['query'] = async (sql, values = []) => {
    const { databasePort: port } = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8'));
    if (kept && kept.port !== port) await close();
    const client = take()?.client ?? (await connect(port));
    try {
      const { rows } = await client.query(sql, values);
      // Fails in a transaction that was left open, which then ends with the connection.
      const isReset = await client.query('discard all').then(
        () => true,
        () => false,
      );
      await (isReset ? keep(client, port) : client.end());
      return rows;
    } catch (error) {
      await client.end();
      throw error;
    }
  };
  return { query, close };
}

/** Fills an empty folder with what a first start creates there, from a template of the test run. */
export function fillDataFolder(dataFolder: string, sampleContent = 'false'): Promise<void> {
  return copyTemplate(`sample-content-${sampleContent}`, dataFolder, (folder) => startOnce(folder, sampleContent));
}

/** Creates a data folder as the first start does. */
async function startOnce(dataFolder: string, sampleContent: string): Promise<void> {
  const app = await startApp({ DATA_DIR: dataFolder, PORT: String(await freePort()), SAMPLE_CONTENT: sampleContent });
  const code = await app.stop();
  if (code !== 0) throw new Error(`The app ended with ${code}:\n${app.said()}`);
}

/** Creates a confirmed account, whose password costs little to compare, and signs in. */
async function signIn(
  client: Client,
  service: Client,
  query: TestApp['query'],
  { admin, writer = false, email = `${randomUUID()}@person.example`, password = 'a long password' }: NewPerson,
): Promise<Client> {
  const account = { email, password_hash: await hashCheaply(password), email_confirm: true };
  const { data, error } = await service.auth.admin.createUser(account);
  if (error) throw error;
  if (admin) await query('insert into public.admin_users (user_id) values ($1)', [data.user.id]);
  if (writer) await query('insert into public.writers (user_id) values ($1)', [data.user.id]);
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  return client;
}

/** Opens a mailed link without following its redirect, from an address of its own, which limits count. */
export function followLink(link: string): Promise<Response> {
  return fetch(link, { redirect: 'manual', headers: { 'X-Forwarded-For': randomAddress() } });
}

/** The first link of a mail, to the page of the site that asks before it uses the link. */
export function pageLinkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return link;
}

/** The same link as official clients without such a page follow it: `GET /verify`. */
export function linkIn(mail: ReceivedMail): string {
  return pageLinkIn(mail).replace('/auth?', '/auth/v1/verify?');
}
