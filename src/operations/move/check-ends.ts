import type pg from 'pg';
import { listTables, plainName, queryOn, sqlName } from '#operations/backup/tables.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';

/** Tables that the migrations fill. */
const FILLED = new Set(['storage.buckets', 'public.site_settings']);

/** Throws a ConfigurationError while a process of the site is connected: what it writes meanwhile would be lost. */
export async function requireUnused(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'india-going-global%'`,
  );
  if (!rows[0]?.count) return;
  throw new ConfigurationError(
    `The site is running on the database ${place}. Stop it on all machines, then try again.`,
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
