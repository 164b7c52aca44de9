import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { APPLICATION_NAME, createClient } from './client.ts';
import { createDdlSession, type DdlSession, type LockPatience, PartFailed, takeMigrationLock } from './ddl-session.ts';
import { migrationsStep, requireKnownMigrations, SESSION_OF_MIGRATIONS, type Step } from './migration-history.ts';
import {
  AFTER_MIGRATIONS,
  authenticatorStep,
  BEFORE_MIGRATIONS,
  elevatedPoliciesStep,
  listEmbeddedFiles,
  platformStep,
} from './platform.ts';
import { IS_HOSTED, requireRights } from './require-rights.ts';
import { isConnectionLost, READ_ONLY } from './unavailable.ts';

type MigrateOptions = {
  /** URL of a login that may create roles and schemas. */
  url: string;
  /** The folder of a Supabase project: `migrations/`, `seed.sql`, and `embedded/` for what only this backend has. */
  supabaseFolder: string;
  /** Whether `seed.sql` is run once: only where the condition `unless`, in SQL, is false. */
  sampleContent: SampleContent | null;
  /** Password of the login `authenticator`, or null when requests use the operator's login. */
  authenticatorPassword: string | null;
  onProgress: (line: string) => void;
  /** How long to wait for locks; `LOCK_PATIENCE` by default. */
  patience?: LockPatience;
  /** Ends the waits for locks with an error. */
  signal?: AbortSignal;
};

/**
 * Migrates the database: the platform, then each migration that is not in the Supabase CLI's history table, all in one
 * transaction, under an advisory lock, so that several processes may start at once. On a current database it only
 * reads, and takes no lock. Throws a ConfigurationError when a part fails, when a newer version of the product has
 * migrated the database, and when locks are not available in time; the database is unchanged then (decision 36).
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = createClient(options.url, { application_name: `${APPLICATION_NAME} migrations` });
  await client.connect();
  const session = createDdlSession(client, options);
  try {
    await requireVersion(client);
    await client.query(SESSION_OF_MIGRATIONS);
    await requireKnownMigrations(client, options.supabaseFolder);
    const steps = await listSteps(session, options);
    const isCurrent = await areDone(steps);
    await requireRights(client, { isMigrating: !isCurrent });
    if (isCurrent) return;
    await takeMigrationLock(session);
    // A newer version may have held the lock.
    const { known, pending } = await requireKnownMigrations(client, options.supabaseFolder);
    const wasEmpty = pending.length === known.length;
    await requireWritable(client, { wasEmpty });
    await performAll(session, steps).catch((error: unknown) => {
      throw error instanceof PartFailed && !isConnectionLost(error.cause) ? rolledBack(error, wasEmpty) : error;
    });
  } catch (error) {
    throw isConnectionLost(error) || isConnectionLost((error as Error).cause) ? lost(error) : error;
  } finally {
    await session.close();
  }
}

/** One transaction: after a part of an update an older version could not use the database any more. */
async function performAll(session: DdlSession, steps: readonly Step[]): Promise<void> {
  let lines: string[] = [];
  await session.run(async () => {
    lines = [];
    for (const step of steps) {
      if (!(await step.isDone())) await step.perform((line) => lines.push(line));
    }
  });
  for (const line of lines) session.onProgress(line);
}

function rolledBack(error: PartFailed, wasEmpty: boolean): ConfigurationError {
  const wayBack = wasEmpty
    ? 'Everything was rolled back: nothing was created in the database.'
    : 'Everything was rolled back: the database is as it was before this start. Start the version of the site that ran before;\n' +
      'it needs no backup. docs/upgrades.md says how.';
  return new ConfigurationError(`The database could not be brought up to date: ${error.message}\n${wayBack}`, {
    cause: error,
  });
}

function lost(cause: unknown): ConfigurationError {
  return new ConfigurationError(
    'The connection with the database was lost while it was being brought up to date. Everything was rolled back; start again.',
    { cause },
  );
}

async function listSteps(session: DdlSession, options: MigrateOptions): Promise<Step[]> {
  const isHosted = await isHostedProject(session.client);
  const steps = isHosted ? [] : [platformStep(session, BEFORE_MIGRATIONS)];
  if (!isHosted && options.authenticatorPassword !== null) {
    steps.push(authenticatorStep(session, options.url, options.authenticatorPassword));
  }
  steps.push(migrationsStep(session, options.supabaseFolder));
  if (!isHosted) {
    const files = [...(await listEmbeddedFiles(options.supabaseFolder)), ...AFTER_MIGRATIONS];
    steps.push(platformStep(session, files), elevatedPoliciesStep(session));
  }
  if (options.sampleContent) steps.push(sampleContentStep(session, options.supabaseFolder, options.sampleContent));
  return steps;
}

/** Stops at the first step that is not done: later steps read what it creates. */
async function areDone(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await step.isDone())) return false;
  return true;
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000) throw new ConfigurationError(`PostgreSQL 15 or later is needed; this server says ${version}.`);
}

/** Requires that the database takes what is written, and, before the first migration, that it takes all characters. */
async function requireWritable(client: pg.Client, { wasEmpty }: { wasEmpty: boolean }): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string; read_only: string }>(
    `select current_database() as name, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as read_only`,
  );
  const { name, encoding, read_only } = rows[0]!;
  if (read_only === 'on') throw new ConfigurationError(READ_ONLY);
  if (encoding === 'UTF8' || !wasEmpty) return;
  throw new ConfigurationError(
    `The database ${name} has the encoding ${encoding}; the site needs UTF8. Nothing was changed.\n` +
      `Create another: create database … encoding 'UTF8' template template0`,
  );
}

/** Whether the database is that of a hosted Supabase project: it has its own roles and `auth` schema, which are never changed. */
export async function isHostedProject(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_hosted: boolean }>(`select ${IS_HOSTED} as is_hosted`);
  return rows[0]?.is_hosted ?? false;
}

const SEED = 'supabase/seed.sql';

/** `unless` is a condition in SQL: whether the database has content already. */
type SampleContent = { unless: string };

/**
 * Loads the sample content once into a database without content, and records it in the Supabase CLI's table of seeds.
 */
function sampleContentStep(session: DdlSession, supabaseFolder: string, { unless }: SampleContent): Step {
  const { client } = session;
  const isLoaded = async (): Promise<boolean> => {
    const table = await client.query(`select to_regclass('supabase_migrations.seed_files') as name`);
    if (!table.rows[0]?.name) return false;
    const { rowCount } = await client.query('select from supabase_migrations.seed_files where path = $1', [SEED]);
    return rowCount === 1;
  };
  const hasContent = async (): Promise<boolean> => {
    const { rows } = await client.query<{ content: boolean }>(`select (${unless}) as content`);
    return rows[0]?.content ?? false;
  };
  return {
    isDone: async () => (await isLoaded()) || (await hasContent()),
    perform: async (report) => {
      await session.part(SEED, async () => {
        await client.query(await readSeed(supabaseFolder));
        await recordSampleContent(client, supabaseFolder);
      });
      report('Loaded the sample content.');
    },
  };
}

const readSeed = (supabaseFolder: string): Promise<string> => readFile(join(supabaseFolder, 'seed.sql'), 'utf8');

/** Records that the sample content was loaded, so that no start loads it, also where all content was deleted. */
export async function recordSampleContent(client: pg.Client, supabaseFolder: string): Promise<void> {
  const digest = hash('sha256', await readSeed(supabaseFolder));
  await client.query('create table if not exists supabase_migrations.seed_files (path text primary key, hash text)');
  await client.query('insert into supabase_migrations.seed_files values ($1, $2) on conflict do nothing', [
    SEED,
    digest,
  ]);
}
