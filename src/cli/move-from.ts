import { mkdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf, inspectCluster } from '#backend/database/cluster-state.ts';
import { startEmbeddedServer } from '#backend/database/embedded.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { migrate } from '#backend/database/migrate.ts';
import { stopOrphan } from '#backend/database/stop-orphan.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { requireUnused } from '#operations/move/check-ends.ts';
import { type CopyTotals, copyDatabase } from '#operations/move/copy-database.ts';
import { openEnd, placeOf } from '#operations/move/open-end.ts';
import type { Config } from '#server/config.ts';
import { SUPABASE_FOLDER } from '#server/installation.ts';
import { requireSameKeys } from '#server/require-same-keys.ts';
import { type Secrets, readSecrets } from '#server/secrets.ts';
import { type Print, describeTotals } from './move-to.ts';
import { requireCurrent, withLock } from './stopped-site.ts';

/** `npm run move -- --from DATABASE_URL`: copies a database into a new bundled one in the data folder. */
export async function moveFrom(config: Config, url: string, print: Print): Promise<void> {
  await withLock(config, async () => {
    const { dataFolder } = config;
    const secrets = await requirePlace(dataFolder);
    const source = await openEnd(url, '--from');
    try {
      await requireCurrent(url, placeOf(url));
      await requireUnused(source, placeOf(url));
      await requireSameKeys(url, secrets, dataFolder);
      const totals = await inNewCluster(dataFolder, secrets, print, async (ownerUrl) => {
        const target = await openEnd(ownerUrl, '--from');
        try {
          return await copyDatabase({ from: source, to: target }, (name) => print(`Copying ${name} …`));
        } finally {
          await target.end();
        }
      });
      print(describeTotals(totals));
    } finally {
      await source.end();
    }
    print(`Start the site without DATABASE_URL now. The database ${placeOf(url)} was not changed.`);
  });
}

/** Throws a ConfigurationError unless the data folder has the keys of the site and no database. */
async function requirePlace(dataFolder: string): Promise<Secrets> {
  const folder = clusterFolderOf(dataFolder);
  const { kind } = await inspectCluster(dataFolder);
  if (kind === 'complete') throw new ConfigurationError(`${folder} holds a database already. Move it away first.`);
  const secrets = readSecrets(dataFolder);
  if (secrets && kind !== 'unfinished') return secrets;
  throw new ConfigurationError(
    `${join(dataFolder, 'secrets.json')} is missing: put the one there with which the database was used, else nobody could ` +
      'stay signed in and MFA would be lost. Uploaded files belong beside it.',
  );
}

/**
 * Creates the bundled database beside its place, and puts it there when `work` is done: an interrupted move leaves no
 * database that a start would take for the site's.
 */
async function inNewCluster(
  dataFolder: string,
  secrets: Secrets,
  print: Print,
  work: (ownerUrl: string) => Promise<CopyTotals>,
): Promise<CopyTotals> {
  const workspace = join(dataFolder, 'postgres.moving');
  await clear(workspace);
  await mkdir(workspace, { mode: 0o700 });
  try {
    const totals = await withServer(workspace, secrets, print, work);
    await rmdir(clusterFolderOf(dataFolder)).catch(ignoreMissing);
    await rename(clusterFolderOf(workspace), clusterFolderOf(dataFolder));
    await flushFolder(dataFolder);
    return totals;
  } finally {
    await clear(workspace);
  }
}

async function withServer<T>(
  dataFolder: string,
  { databasePassword: password, authenticatorPassword }: Secrets,
  print: Print,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedServer({ dataFolder, password, onProgress: print, onError: print });
  try {
    const url = server.urlFor('postgres', password);
    await migrate({
      url,
      supabaseFolder: SUPABASE_FOLDER,
      sampleContent: null,
      authenticatorPassword,
      onProgress: print,
    });
    return await work(url);
  } finally {
    await server.stop();
  }
}

/** A killed move may have left its server running. */
async function clear(workspace: string): Promise<void> {
  const folder = clusterFolderOf(workspace);
  if (await stat(folder).catch(ignoreMissing)) await stopOrphan(folder);
  await rm(workspace, { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
