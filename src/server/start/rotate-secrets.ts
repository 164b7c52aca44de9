import type pg from 'pg';
import pino from 'pino';
import { type Rekeyed, rekeyAccounts } from '#backend/auth/accounts/accounts.ts';
import { APPLICATION_NAME, openClient } from '#backend/database/client.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { waitForDatabase } from '#backend/database/wait-for-database.ts';
import { createKeys, hashOfKeys } from '#backend/http/keys.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { Config } from '../config.ts';
import { countSiteConnections, queryOn } from '#operations/backup/tables.ts';
import { SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { startDatabase } from './installation.ts';
import {
  type Secrets,
  discardNextSecrets,
  loadSecrets,
  makeAllSecrets,
  openWithSecrets,
  promoteNextSecrets,
  requireSameKeys,
  writeNextSecrets,
} from './secrets.ts';

/**
 * Replaces all secrets of the installation: signing key, API keys and what is derived from them, and the passwords of
 * the bundled database. Either all of it is done or nothing, also when the process or the machine ends in the middle
 * (decision 39). The caller must hold the lock of the data folder. Throws a ConfigurationError when the site runs on
 * another machine, or when its database is not up to date.
 */
export async function rotateSecrets(config: Config, onProgress: (line: string) => void): Promise<Rekeyed> {
  const known = await loadSecrets(config);
  if (config.databaseUrl) return rotateExternal(config, config.databaseUrl, known);
  await using server = await startDatabase(config, known, onProgress, pino({ level: 'silent' }));
  const { secrets } = server;
  const url = server.urlFor('postgres', secrets.databasePassword);
  return await replaceSecrets(config.dataFolder, url, secrets, setPasswords);
}

async function rotateExternal({ dataFolder }: Config, url: string, known: Secrets): Promise<Rekeyed> {
  await waitForDatabase(url);
  await requireCurrent(url);
  const { secrets } = await openWithSecrets(dataFolder, known, (tried) => requireSameKeys(url, tried, dataFolder));
  return replaceSecrets(dataFolder, url, secrets, requireUnused);
}

/** `prepare` runs first in the transaction, with the rights of the login of `url`. */
async function replaceSecrets(
  dataFolder: string,
  url: string,
  before: Secrets,
  prepare: (client: pg.Client, next: Secrets) => Promise<void>,
): Promise<Rekeyed> {
  await requireCurrent(url);
  const next = await makeAllSecrets();
  await using client = await openClient(url, { application_name: `${APPLICATION_NAME} rotation` });
  let isUndecided = false;
  try {
    await client.query('begin');
    await prepare(client, next);
    const rekeyed = await rekeyDatabase(client, before, next);
    await writeNextSecrets(dataFolder, next);
    isUndecided = true;
    await client.query('commit');
    await promoteNextSecrets(dataFolder);
    return rekeyed;
  } finally {
    // After a connection that was lost during COMMIT the next start finds out which secrets the database has.
    if (!isUndecided) discardNextSecrets(dataFolder);
  }
}

async function rekeyDatabase(client: pg.Client, before: Secrets, next: Secrets): Promise<Rekeyed> {
  const query = queryOn(client);
  await query('set local role backend');
  const rekeyed = await rekeyAccounts(query, keysOf(before), keysOf(next));
  await query('update backend.installation set keys_hash = $1', [hashOfKeys(next.keys)]);
  return rekeyed;
}

/** The issuer plays no part in what is derived from the keys. */
const keysOf = ({ keys }: Secrets) => createKeys({ ...keys, issuer: '' });

async function setPasswords(client: pg.Client, next: Secrets): Promise<void> {
  await client.query(`alter role postgres password ${client.escapeLiteral(next.databasePassword)}`);
  await client.query(`alter role authenticator password ${client.escapeLiteral(next.authenticatorPassword)}`);
}

async function requireCurrent(url: string): Promise<void> {
  if ((await readMigrationState(url, SUPABASE_FOLDER)) === 'current') return;
  throw new ConfigurationError(
    'The database is not up to date. Start the site once (npm start), stop it, then try again.',
  );
}

/** The lock of the data folder covers this machine only. A start on another one waits for the lock of the row. */
async function requireUnused(client: pg.Client): Promise<void> {
  await client.query('select from backend.installation for update');
  if ((await countSiteConnections(client)) === 0) return;
  throw new ConfigurationError(
    'The site runs on this database on another machine. Stop it on all machines, then try again. Nothing was changed.',
  );
}
