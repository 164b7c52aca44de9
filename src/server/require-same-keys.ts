import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { asBackend } from '#backend/database/as-caller.ts';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type ConfigurationError, WrongSecrets } from '#backend/configuration-error.ts';
import type { Secrets } from './secrets.ts';

/**
 * Requires that the keys are those with which the first machine used this database: with others the machines would
 * reject each other's sessions, and factors of MFA could not be read. The first machine is remembered by a hash. Throws
 * WrongSecrets.
 */
export async function requireSameKeys(databaseUrl: string, { keys }: Secrets, dataFolder: string): Promise<void> {
  const hash = hashOfKeys(keys);
  const database = connectDatabase(databaseUrl);
  try {
    const known = await asBackend(database, async (query) => {
      await query('insert into backend.installation (keys_hash) values ($1) on conflict do nothing', [hash]);
      const { rows } = await query('select keys_hash from backend.installation');
      return rows[0]?.['keys_hash'];
    });
    if (known !== hash) throw otherKeys(dataFolder);
  } finally {
    await closeDatabase(database);
  }
}

/** Identifies a set of keys without telling them. */
export function hashOfKeys({ jwk, jwtSecret, anonKey, serviceRoleKey }: Secrets['keys']): string {
  const parts = [jwk.x, jwk.y, jwk.kid, jwtSecret, anonKey, serviceRoleKey];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function otherKeys(dataFolder: string): ConfigurationError {
  return new WrongSecrets(
    `The keys in ${join(dataFolder, 'secrets.json')} are not those with which the database at DATABASE_URL is used.\n` +
      'Copy secrets.json from the DATA_DIR of the machine that was set up first, then start again. To give the site new\n' +
      'keys on purpose, stop it on all machines and run `delete from backend.installation` on the database: everybody\n' +
      'must then sign in again, and MFA must be set up again.',
  );
}
