import type { DatabasePool } from '../database/connect.ts';
import { listenFor } from '../database/listen.ts';
import { RestError } from './errors.ts';
import { loadSchemaCaches, readSchemaVersion, type SchemaCaches, type SchemaVersion } from './schema-cache.ts';

/** The schema of requests, which is reloaded when it changes. */
export type KeptSchema = {
  /**
   * Runs `plan` with the current schema. When `plan` does not know a name and the schema has changed, it runs once more.
   * Throws what `plan` throws.
   */
  withSchema: <T>(plan: (caches: SchemaCaches) => T) => Promise<T>;
  /**
   * Reloads the schema if it has changed, and resolves to whether it differs from `used`: for a statement of `used` that
   * PostgreSQL did not understand. Never rejects.
   */
  isOutdated: (used: SchemaCaches) => Promise<boolean>;
  stop: () => Promise<void>;
};

/** PostgREST's channel and message: `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';
const RELOAD = 'reload schema';
/** The codes of names missing from the cache. */
const UNKNOWN: ReadonlySet<string> = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);
/** How often the version is read for names that a request invents, and, where PostgreSQL does not notify changes, before requests. */
const CHECK_AT_MOST_EVERY_MS = 1_000;

/** Loads the schemas and keeps them current. Throws when they cannot be read. */
export async function keepSchema(
  database: DatabasePool,
  schemas: readonly string[],
  now: () => Date,
): Promise<KeptSchema> {
  let known: SchemaVersion = await readSchemaVersion(database, schemas);
  let caches = await loadSchemaCaches(database, schemas);
  let checkedAt = now().getTime();
  let pending: 'nothing' | 'check' | 'reload' = 'nothing';
  let running: Promise<void> | null = null;

  const refresh = async (mustReload: boolean): Promise<void> => {
    const found = await readSchemaVersion(database, schemas);
    if (mustReload || found.version !== known.version) caches = await loadSchemaCaches(database, schemas);
    known = found;
  };
  /** One at a time. After an error the old schema stays, and the next request tries again. */
  const refreshOnce = (): Promise<void> => {
    if (running !== null) return running;
    const asked = pending;
    pending = 'nothing';
    checkedAt = now().getTime();
    running = refresh(asked === 'reload')
      .catch(() => {
        if (pending === 'nothing') pending = asked;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const isDue = () => now().getTime() - checkedAt > CHECK_AT_MOST_EVERY_MS;

  const listener = listenFor(database.url, CHANNEL, (payload) => {
    // Notifications may have been missed before a connection was opened.
    if (payload === RELOAD) pending = 'reload';
    else if (payload === null && pending === 'nothing') pending = 'check';
  });
  const isOutdated = async (used: SchemaCaches): Promise<boolean> => {
    if (running !== null) await running;
    if (used === caches) await refreshOnce();
    return used !== caches;
  };
  const withSchema: KeptSchema['withSchema'] = async (plan) => {
    if (running !== null) await running;
    if (pending !== 'nothing' || (!known.isWatched && isDue())) await refreshOnce();
    const used = caches;
    try {
      return plan(used);
    } catch (error) {
      const isUnknown = error instanceof RestError && UNKNOWN.has(error.code);
      if (!isUnknown || !isDue() || !(await isOutdated(used))) throw error;
      return plan(caches);
    }
  };
  return { withSchema, isOutdated, stop: listener.stop };
}
