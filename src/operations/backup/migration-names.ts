import type { RunQuery } from '#backend/database/connect.ts';

/** The migrations that a database has, as `20261121000001_content`, in order; none in a database without a history. */
export async function listMigrationNames(query: RunQuery): Promise<string[]> {
  const table = await query(`select to_regclass('supabase_migrations.schema_migrations') as name`);
  if (!table.rows[0]?.['name']) return [];
  const { rows } = await query('select version, name from supabase_migrations.schema_migrations order by version');
  return (rows as { version: string; name: string | null }[]).map(({ version, name }) =>
    name ? `${version}_${name}` : version,
  );
}
