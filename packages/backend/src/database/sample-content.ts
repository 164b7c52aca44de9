import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { DdlSession } from './ddl-session.ts';
import type { Step } from './migration-history.ts';

const SEED = 'supabase/seed.sql';

/** `unless` is a condition in SQL: whether the database has content already. */
export type SampleContent = { unless: string };

/**
 * Loads the sample content once into a database without content, and records it in the Supabase CLI's table of seeds.
 */
export function sampleContentStep(session: DdlSession, supabaseFolder: string, { unless }: SampleContent): Step {
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
  const hash = createHash('sha256')
    .update(await readSeed(supabaseFolder))
    .digest('hex');
  await client.query('create table if not exists supabase_migrations.seed_files (path text primary key, hash text)');
  await client.query('insert into supabase_migrations.seed_files values ($1, $2) on conflict do nothing', [SEED, hash]);
}
