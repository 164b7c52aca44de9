import type pg from 'pg';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { createClient } from './client.ts';
import { type DdlSession, type LockPatience, createDdlSession, takeMigrationLock } from './ddl-session.ts';
import { type Step, migrationsStep, requireKnownMigrations } from './migration-history.ts';
import {
  AFTER_MIGRATIONS,
  BEFORE_MIGRATIONS,
  authenticatorStep,
  elevatedPoliciesStep,
  platformStep,
} from './platform.ts';
import { sampleContentStep } from './sample-content.ts';
import { isConnectionLost } from './unavailable.ts';

export type MigrateOptions = {
  /** Address of a login that may create roles and schemas. */
  url: string;
  /** The folder `supabase/` of the repository. */
  supabaseFolder: string;
  /** Whether an empty database gets the sample content. */
  sampleContent: boolean;
  /** Password for the login `authenticator`, or null where the operator's own login serves requests. */
  authenticatorPassword: string | null;
  onProgress: (line: string) => void;
  /** How long to wait for locks that others hold; `LOCK_PATIENCE` unless said. */
  patience?: LockPatience;
};

/**
 * Brings the database up to date: platform, then each migration not yet in the Supabase CLI's history table, each in a
 * transaction of its own, under an advisory lock so that several processes may start at once. What is already so is not
 * done again: on a current database it only reads, and waits for nobody.
 * Throws with the file's name when a migration fails (what came before it stays), and a ConfigurationError when a newer
 * version of the product has migrated the database, or when others hold their locks for too long.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = createClient(options.url, { application_name: 'india-going-global migrations' });
  await client.connect();
  const session = createDdlSession(client, options);
  try {
    await requireVersion(client);
    await requireKnownMigrations(client, options.supabaseFolder);
    const steps = await listSteps(session, options);
    if (await areDone(steps)) return;
    await takeMigrationLock(session);
    for (const step of steps) {
      if (!(await step.isDone())) await step.perform();
    }
  } catch (error) {
    throw isConnectionLost(error) || isConnectionLost((error as Error).cause) ? lost(error) : error;
  } finally {
    await session.close();
  }
}

function lost(cause: unknown): ConfigurationError {
  return new ConfigurationError(
    'The connection with the database was lost while it was being brought up to date. What was not done was rolled back; start again.',
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
  if (!isHosted) steps.push(platformStep(session, AFTER_MIGRATIONS), elevatedPoliciesStep(session));
  if (options.sampleContent) steps.push(sampleContentStep(session, options.supabaseFolder));
  return steps;
}

/** In order, and only up to the first that is not: a later step reads what an earlier one makes. */
async function areDone(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await step.isDone())) return false;
  return true;
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000) throw new Error(`PostgreSQL 15 or later is needed; this server says ${version}.`);
}

/** A hosted Supabase project brings its own roles and `auth` schema; they are never touched. */
async function isHostedProject(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_roles where rolname = 'supabase_auth_admin'`);
  return rowCount === 1;
}
