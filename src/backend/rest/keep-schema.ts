import type { DatabasePool } from '../database/connect.ts';
import { RestError } from './errors.ts';
import { loadSchemaCache } from './schema-cache.ts';
import type { SchemaCache } from './schema/tables.ts';

/** The codes of names missing from the cache; a migration may have created them since. */
const UNKNOWN: ReadonlySet<string> = new Set(['PGRST200', 'PGRST204', 'PGRST205', '42703', '42704']);
const RELOAD_AT_MOST_EVERY_MS = 1_000;

/**
 * Loads the schema cache and returns a function that runs `plan` with it. When `plan` does not know a name, the schema
 * is reloaded (at most every second) and `plan` runs once more. Throws what `plan` throws.
 */
export async function keepSchema(
  database: DatabasePool,
  now: () => Date,
): Promise<<T>(plan: (cache: SchemaCache) => T) => Promise<T>> {
  let cache = await loadSchemaCache(database);
  let loadedAt = now().getTime();
  return async (plan) => {
    try {
      return plan(cache);
    } catch (error) {
      const isStale = now().getTime() - loadedAt > RELOAD_AT_MOST_EVERY_MS;
      if (!isStale || !(error instanceof RestError) || !UNKNOWN.has(error.code)) throw error;
      loadedAt = now().getTime();
      cache = await loadSchemaCache(database);
      return plan(cache);
    }
  };
}
