import type pg from 'pg';
import { createClient } from '#backend/database/client.ts';
import { describeConnectionError } from '#backend/database/wait-for-database.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

const CONNECT_WITHIN_MS = 15_000;

/**
 * Connects to one end of a move. `option` is the option of the command that has the URL. Throws a ConfigurationError
 * without the password when the URL cannot be read, or when the database does not answer or rejects the login.
 */
export async function openEnd(url: string, option: string): Promise<pg.Client> {
  if (!isDatabaseUrl(url))
    throw new ConfigurationError(`${option} is not postgres://user:password@host:port/database.`);
  const client = createClient(url, {
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'move',
    keepAlive: true,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`${option}: the database ${placeOf(url)} ${describeConnectionError(error).words}.`);
  }
}

/** Host, port and name of a database, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The URL with three asterisks for the password, to be printed. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}

function isDatabaseUrl(text: string): boolean {
  return ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '');
}
