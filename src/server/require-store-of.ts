import type { Config } from './config.ts';

/** Requires that the store of STORAGE_URL takes uploads; throws a ConfigurationError. Loads its client only then. */
export async function requireStoreOf({ store, hosted }: Config): Promise<void> {
  if (store && !hosted) await (await import('#backend/storage/require-store.ts')).requireStore(store);
}
