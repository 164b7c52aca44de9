import type pg from 'pg';
import { createClient, type OwnClient } from '#backend/database/client.ts';
import {
  DATABASE_URL_FORM,
  describeConnectionError,
  isDatabaseUrl,
  requireOwnSession,
} from '#backend/database/wait-for-database.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { countSiteConnections, listTables, plainName, queryOn, sqlName } from '#operations/backup/tables.ts';

const CONNECT_WITHIN_MS = 15_000;

/**
 * Connects to one end of a move, until the block ends that holds the client. `option` is the option of the command that
 * has the URL. Throws a ConfigurationError without the password when the URL cannot be read, or when the database does
 * not answer or rejects the login.
 */
export async function connectTo(url: string, option: string): Promise<OwnClient> {
  if (!isDatabaseUrl(url)) throw new ConfigurationError(`${option} is not ${DATABASE_URL_FORM}.`);
  const client = createClient(url, {
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'move',
    keepAlive: true,
  });
  try {
    await client.connect();
    await requireOwnSession(client, url);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(
      `${option}: the database ${databasePlace(url)} ${describeConnectionError(error).words}.`,
    );
  }
}

/** Host, port and name of a database, without user and password. */
export function databasePlace(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The URL with three asterisks for the password, to be printed. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href;
}

/** Tables that the migrations fill. */
const FILLED = new Set(['storage.buckets', 'public.site_settings', 'public.site_words']);

/** Throws a ConfigurationError while a process of the site is connected: what it writes meanwhile would be lost. */
export async function requireUnused(client: pg.Client): Promise<void> {
  if ((await countSiteConnections(client)) === 0) return;
  throw new ConfigurationError(
    `The site is running on the database ${client.host}:${client.port}/${client.database}. ` +
      'Stop it on all machines, then try again.',
  );
}

/** Throws a ConfigurationError when a table of one of these schemas has rows that the migrations have not written. */
export async function requireEmpty(client: pg.Client, place: string, schemas: readonly string[] | null): Promise<void> {
  for (const table of await listTables(queryOn(client))) {
    const name = plainName(table);
    if (FILLED.has(name) || (schemas !== null && !schemas.includes(table.schema))) continue;
    const { rowCount } = await client.query(`select from ${sqlName(table)} limit 1`);
    if (!rowCount) continue;
    throw new ConfigurationError(
      `The database ${place} has rows in ${name} already. Nothing was changed. Give an empty database: create database site`,
    );
  }
}
