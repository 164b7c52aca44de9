import type { Ends } from './copy-database.ts';

/**
 * Copies the record that the sample content was loaded, within the transactions of `inBoth`: without it, the first start
 * on a database without posts would load it again.
 */
export async function copySeedHistory({ from, to }: Ends): Promise<void> {
  const { rows: found } = await from.query(`select to_regclass('supabase_migrations.seed_files') as name`);
  if (!found[0]?.name) return;
  const { rows } = await from.query<{ path: string; hash: string }>(
    'select path, hash from supabase_migrations.seed_files',
  );
  await to.query('create table if not exists supabase_migrations.seed_files (path text primary key, hash text)');
  for (const { path, hash } of rows) {
    await to.query('insert into supabase_migrations.seed_files values ($1, $2) on conflict do nothing', [path, hash]);
  }
}
