import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { createClient } from './client.ts';

export type WaitOptions = {
  /** How long to wait for what cannot be reached, in milliseconds; 0 tries once. */
  withinMs: number;
  /** Called once, when it is waiting. */
  onProgress: (line: string) => void;
  /** Ends the wait; its reason is thrown. */
  signal?: AbortSignal;
};

/** How long one attempt may take: opening a connection takes seconds on a loaded machine or a distant one. */
const ATTEMPT_MS = 10_000;
const LIMITS = { connectionTimeoutMillis: ATTEMPT_MS, query_timeout: ATTEMPT_MS };
const PAUSE_MS = 500;

const ONCE: WaitOptions = { withinMs: 0, onProgress: () => {} };

/**
 * Connects to the database at DATABASE_URL once, and tries again while the error may pass by itself; not without options.
 * Resolves when the database accepts connections. Throws a ConfigurationError that names the address and the reason, never
 * the password: after the wait, or at once for errors that do not pass, such as a wrong password.
 */
export async function waitForDatabase(
  url: string,
  { withinMs, onProgress, signal }: WaitOptions = ONCE,
): Promise<void> {
  const end = performance.now() + withinMs;
  for (let isTold = false; ;) {
    const error = await tryToConnect(url);
    signal?.throwIfAborted();
    if (error === null) return;
    if (!error.isTemporary || performance.now() >= end) throw noDatabase(url, error, withinMs);
    if (!isTold) onProgress(`Waiting for the database at ${databaseAddress(url)}: it ${error.words} …`);
    isTold = true;
    await sleep(PAUSE_MS, undefined, { ...(signal && { signal }) });
  }
}

async function tryToConnect(url: string): Promise<ConnectionError | null> {
  const client = createClient(url, LIMITS);
  try {
    await client.connect();
    await requireOwnSession(client, url);
    await client.end();
    return null;
  } catch (error) {
    // Not awaited: a server that does not answer does not close the connection.
    void client.end().catch(() => {});
    return describeConnectionError(error);
  }
}

/**
 * Throws an error for a pooler in transaction mode: notifications, locks and prepared statements end there with each
 * transaction, so that one connection would use those of another. `client` is connected to `url`.
 */
export async function requireOwnSession(client: pg.Client, url: string): Promise<void> {
  const other = createClient(url, LIMITS);
  try {
    const first = await readProcess(client);
    // Two connections that are open at the same time never have the same process of PostgreSQL.
    const connecting = other.connect().then(() => readProcess(other));
    const second = await connecting.catch(() => null);
    if (second !== first && (await readProcess(client)) === first) return;
  } finally {
    void other.end().catch(() => {});
  }
  throw new Error(
    'it is behind a pooler in transaction mode. Give the address of the database itself, or of the pooler in session mode',
  );
}

async function readProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]!.id;
}

function noDatabase(url: string, { words, isTemporary }: ConnectionError, withinMs: number): ConfigurationError {
  const waited = isTemporary && withinMs > 0 ? `, for ${Math.round(withinMs / 1000)} seconds now` : '';
  return new ConfigurationError(
    `DATABASE_URL: the database at ${databaseAddress(url)} ${words}${waited}.\n` +
      'Start the database or correct DATABASE_URL, then start again.',
  );
}

/** Why a database cannot be connected to, in words for the operator. */
type ConnectionError = {
  /** Follows "the database at HOST:PORT". */
  words: string;
  /** Whether it may pass by itself: a database that starts, a network that is not ready. */
  isTemporary: boolean;
};

/** Of a hosted database often. `sslmode=require` of node-postgres verifies the certificate, as `verify-full` does. */
const UNTRUSTED: ConnectionError = {
  words:
    'has a certificate that this machine does not trust: add ?sslmode=verify-full&sslrootcert=FILE to the URL, with the ' +
    'file of its authority, or ?sslmode=no-verify where nobody can be in between',
  isTemporary: false,
};

const BY_CODE: Readonly<Record<string, ConnectionError>> = {
  ECONNREFUSED: { words: 'refuses the connection', isTemporary: true },
  ECONNRESET: { words: 'closes the connection', isTemporary: true },
  EPIPE: { words: 'closes the connection', isTemporary: true },
  ENOTFOUND: { words: 'has a host name that cannot be resolved', isTemporary: true },
  EAI_AGAIN: { words: 'has a host name that cannot be resolved at the moment', isTemporary: true },
  ETIMEDOUT: { words: 'does not answer', isTemporary: true },
  EHOSTUNREACH: { words: 'cannot be reached', isTemporary: true },
  ENETUNREACH: { words: 'cannot be reached', isTemporary: true },
  ENOENT: { words: 'has no socket there', isTemporary: true },
  '57P03': { words: 'is starting, stopping or recovering', isTemporary: true },
  '57P01': { words: 'is stopping', isTemporary: true },
  '53300': { words: 'has no free connection', isTemporary: true },
  '28P01': { words: 'rejects the user or the password', isTemporary: false },
  '28000': { words: 'does not let this user in (pg_hba.conf)', isTemporary: false },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  '3D000': { words: 'has no database of this name', isTemporary: false },
};

/** Errors that have no code of their own. */
const BY_WORDS: readonly [RegExp, ConnectionError][] = [
  [
    /, (?:no encryption|SSL off)$/,
    { words: 'does not let this user in without TLS: add ?sslmode=verify-full to the URL', isTemporary: false },
  ],
  [/^timeout expired$|^Query read timeout$/, { words: 'does not answer', isTemporary: true }],
  [/^Connection terminated/, { words: 'closes the connection', isTemporary: true }],
  [
    /password must be a (non-empty )?string/,
    { words: 'asks for a password, and the URL has none', isTemporary: false },
  ],
];

/** Describes an error of `client.connect()`. Neither the URL nor its password is part of the words. */
export function describeConnectionError(error: unknown): ConnectionError {
  const { code, message } = error as { code?: string; message?: string };
  const known = BY_WORDS.find(([words]) => words.test(message ?? ''))?.[1] ?? BY_CODE[code ?? ''];
  return known ?? { words: `cannot be used: ${message || code || 'unknown error'}`, isTemporary: false };
}

/** The form of DATABASE_URL, for error messages, which must not repeat the value: it contains a password. */
export const DATABASE_URL_FORM =
  'postgres://user:password@host:5432/database; in user and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';

/**
 * Whether the text is the URL of a database. A password with an unescaped `#`, `/` or `?` ends the host of the URL
 * early, and the password would be taken for host and port; such a URL is rejected. `socket:/path` is a Unix socket.
 */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.hash !== '') return false;
  if (url.protocol === 'socket:') return true;
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') return false;
  if (url.username === '' && url.search.includes('@')) return false;
  return /^\/?[^/]*$/.test(url.pathname) && /^[^/]*\/\//.test(text) && isDecodable(text);
}

/** Whether node-postgres can decode it; it takes a `%` for itself where no hexadecimal digits follow. */
function isDecodable(url: string): boolean {
  try {
    return Boolean(createClient(url));
  } catch (error) {
    return !(error instanceof URIError);
  }
}

/** Host and port of a DATABASE_URL, or the path of its socket, for messages. */
export function databaseAddress(url: string): string {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url);
  if (protocol === 'socket:') return pathname;
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : decodeURIComponent(hostname));
  return host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port || '5432')}`;
}
