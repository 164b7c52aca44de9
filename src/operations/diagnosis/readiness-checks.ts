import { statfs } from 'node:fs/promises';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type DatabaseState, readAppliedMigrations, readDatabaseState } from '#backend/database/read-state.ts';
import { type OutboxCounts, countOutbox } from '#backend/mail/undelivered.ts';
import { countOf, formatBytes } from '#contract/amounts.ts';
import { type Measured, within } from './finding.ts';

const ANSWER_WITHIN_MS = 2000;
const RESERVE = 5;

/** Checks that the database answers within two seconds and takes writes. Never throws. */
export async function checkDatabase(database: DatabasePool): Promise<Measured> {
  const about = { id: 'database', name: 'Database' };
  const since = performance.now();
  try {
    const late = `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
    const state = await within(ANSWER_WITHIN_MS, readDatabaseState(database), late);
    const seconds = (performance.now() - since) / 1000;
    return { ...about, ...judgeDatabase(state, seconds) };
  } catch (error) {
    const remedy = 'Is PostgreSQL running? The bundled one is restarted by itself; look at the log of the site.';
    const says = `The database does not answer (${reasonOf(error)}).`;
    return { ...about, state: 'bad', says, remedy, figures: { up: 0 } };
  }
}

function judgeDatabase(state: DatabaseState, seconds: number): Omit<Measured, 'id' | 'name'> {
  const { version, isReadOnly, bytes, connections, maxConnections } = state;
  const figures: Record<string, number> = {
    up: 1,
    answer_seconds: seconds,
    connections,
    max_connections: maxConnections,
    ...(bytes !== null && { bytes }),
  };
  if (isReadOnly) {
    const remedy = 'Set DATABASE_URL to the primary server, or end its recovery.';
    return { state: 'bad', says: 'The database is read-only.', remedy, figures };
  }
  if (connections > maxConnections - RESERVE) {
    const remedy = 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS.';
    const says = `${connections} of ${maxConnections} connections of PostgreSQL are in use.`;
    return { state: 'warning', says, remedy, figures };
  }
  const says = `PostgreSQL ${version} answers in ${Math.ceil(seconds * 1000)} ms.`;
  return { state: 'good', says, remedy: null, figures };
}

/** The reason of an error of the connection, without host, user and password. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const { code } = (cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : (error as Error).message;
}

/**
 * Compares the migrations of the database with `known`, the versions of this product (`listMigrationVersions`). Never
 * throws.
 */
export async function checkMigrations(database: DatabasePool, known: readonly string[]): Promise<Measured> {
  const about = { id: 'migrations', name: 'Migrations' };
  try {
    const applied = await within(ANSWER_WITHIN_MS, readAppliedMigrations(database), 'no answer');
    return { ...about, ...judgeMigrations(applied, known) };
  } catch {
    const says = 'The migrations of the database could not be read.';
    return { ...about, state: 'bad', says, remedy: 'See the check of the database.', figures: {} };
  }
}

function judgeMigrations(applied: readonly string[], known: readonly string[]): Omit<Measured, 'id' | 'name'> {
  const pending = known.filter((version) => !applied.includes(version));
  const unknown = applied.filter((version) => !known.includes(version));
  const figures = { applied: applied.length, pending: pending.length, unknown: unknown.length };
  if (unknown.length > 0) {
    const says = `The database was migrated by a newer version of the site (${unknown.join(', ')}).`;
    return { state: 'bad', says, remedy: 'Start the newer version here too.', figures };
  }
  if (pending.length > 0) {
    const says = `Migrations are missing in the database: ${pending.join(', ')}.`;
    return { state: 'bad', says, remedy: 'Restart the site: each start migrates the database.', figures };
  }
  return { state: 'good', says: `All ${known.length} migrations are applied.`, remedy: null, figures };
}

const MB = 1024 ** 2;
/** PostgreSQL stops when it cannot write a segment of its log, which has 16 MB; uploads need space too. */
const BAD_BELOW = 200 * MB;
const WARN_BELOW = 1024 * MB;
/** Files that may still be created; PostgreSQL and uploads create several at a time. */
const BAD_BELOW_FILES = 1000;

/** What `statfs` says of a file system, as far as it is used here. */
type FileSystem = { bavail: number; blocks: number; bsize: number; files: number; ffree: number };

/**
 * Checks the free space of the file system that holds `folder`. `read` is `statfs` of Node unless given. A folder that
 * cannot be read is `bad`. Never throws.
 */
export async function checkDisk(
  folder: string,
  read: (folder: string) => Promise<FileSystem> = statfs,
): Promise<Measured> {
  const about = { id: 'disk', name: 'Disk' };
  try {
    return { ...about, ...judgeDisk(await read(folder), folder) };
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    const remedy = `Make ${folder} readable for the account that runs the site.`;
    return { ...about, state: 'bad', says: `The data folder cannot be read (${code}).`, remedy, figures: {} };
  }
}

function judgeDisk(system: FileSystem, folder: string): Omit<Measured, 'id' | 'name'> {
  const free = system.bavail * system.bsize;
  const figures = { free_bytes: free, total_bytes: system.blocks * system.bsize };
  const remedy = `Free some space on the disk of ${folder}, or move the data folder to a larger one.`;
  // Some file systems, such as btrfs, do not limit the number of files and report none.
  if (system.files > 0 && system.ffree < BAD_BELOW_FILES) {
    return { state: 'bad', says: `Only ${system.ffree} more files fit on the disk.`, remedy, figures };
  }
  if (free >= WARN_BELOW) return { state: 'good', says: `${formatBytes(free)} are free.`, remedy: null, figures };
  return { state: free < BAD_BELOW ? 'bad' : 'warning', says: `Only ${formatBytes(free)} are free.`, remedy, figures };
}

/**
 * Checks that messages arrive. Late mail is a warning: the site works, and every message is kept. Late enquiries are bad:
 * the visitor was promised an answer. Never throws.
 */
export async function checkMailQueue(database: DatabasePool): Promise<Measured> {
  const about = { id: 'mail-queue', name: 'Mail queue' };
  try {
    return { ...about, ...judgeMailQueue(await within(ANSWER_WITHIN_MS, countOutbox(database), 'no answer')) };
  } catch {
    const says = 'The outbox could not be read.';
    return { ...about, state: 'bad', says, remedy: 'See the check of the database.', figures: {} };
  }
}

function judgeMailQueue(counts: OutboxCounts): Omit<Measured, 'id' | 'name'> {
  const { waiting, written, rejected, givenUp, late, oldestSeconds, enquiries } = counts;
  const figures = { waiting, written, rejected, given_up: givenUp, late, oldest_seconds: oldestSeconds, enquiries };
  const parts = [
    enquiries > 0 && enquiriesHaveReachedNobody(enquiries),
    givenUp > 0 && `${messages(givenUp)} given up`,
    rejected > 0 && `${messages(rejected)} rejected by the mail server`,
    late > 0 && `${messages(late)} late by more than 15 minutes`,
    written > 0 && `${messages(written)} not sent, because SMTP_URL is not set`,
  ].filter((part) => part !== false);
  if (parts.length === 0) {
    const says = waiting > 0 ? `${messages(waiting)} on the way.` : 'No message is waiting.';
    return { state: 'good', says, remedy: null, figures };
  }
  const reading = enquiries > 0 ? 'Administrators read the enquiries in the dashboard (System). ' : '';
  const remedy = `${reading}See npm run mail -- list for the reasons; npm run mail -- retry ID tries one again.`;
  return { state: enquiries > 0 ? 'bad' : 'warning', says: `${parts.join('; ')}.`, remedy, figures };
}

/** The start says it as well. */
export function enquiriesHaveReachedNobody(count: number): string {
  return count === 1 ? '1 enquiry has reached nobody' : `${count} enquiries have reached nobody`;
}

const messages = (count: number): string => countOf(count, 'message');
