import { readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { withoutTrailingSlashes } from '#contract/url-path.ts';
import { type Project, requireProject } from '#operations/move/supabase-project.ts';
import { type Config, readConfig } from '#server/config.ts';
import { clusterFolderOf, inspectCluster, unfinishedFolderOf } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { ifMissing } from '#backend/database/if-missing.ts';
import { isHostedProject, migrate } from '#backend/database/migrate.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { connectTo, databasePlace, requireEmpty, requireUnused, withoutPassword } from '#operations/move/connect.ts';
import { type CopyTotals, type Databases, copyDatabase, isCopied } from '#operations/move/copy-database.ts';
import { type SupabaseTotals, listLeftBehind, moveToSupabase } from '#operations/move/move-to-supabase.ts';
import { builtFolderOf, withWorkFolder } from '#operations/backup/data-folder.ts';
import { type Print, SUPABASE_FOLDER } from '#operations/backup/settings.ts';
import { startEmbeddedServer } from '#backend/database/embedded.ts';
import { type Secrets, readSecrets, requireSameKeys } from '#server/start/secrets.ts';
import { runProgram } from './command-line.ts';
import { requireSameVersion, withLock, withUnusedDatabase } from './open-database.ts';

const USAGE = `npm run move -- OPTIONS    with the site stopped on all machines; docs/moving.md says more

  --to DATABASE_URL            copy the site's database to an empty PostgreSQL 15 or later, which the site then uses
  --from DATABASE_URL          copy such a database into a new bundled one in DATA_DIR
  --to DATABASE_URL --to-supabase PROJECT_URL
                               move the site to a Supabase project: accounts, content and files. DATABASE_URL is that of
                               the project; its secret key (service_role) is read from SUPABASE_SERVICE_ROLE_KEY`;

/** The prefix of the name of a database that was moved. */
const MOVED = 'postgres.moved-';

const OPTIONS = { to: { type: 'string' }, from: { type: 'string' }, 'to-supabase': { type: 'string' } } as const;

async function run(given: { to?: string; from?: string; 'to-supabase'?: string }): Promise<number | 'usage'> {
  const { to, from, 'to-supabase': projectUrl } = given;
  if (to && projectUrl && !from)
    await moveToProject(readConfig(), to, projectOf(readConfig(), projectUrl), console.log);
  else if (to && !projectUrl && !from) await moveTo(readConfig(), to, console.log);
  else if (from && !to && !projectUrl) await moveFrom(readConfig(), from, console.log);
  else return 'usage';
  return 0;
}

await runProgram(USAGE, OPTIONS, run, { allowPositionals: false });

function projectOf({ supabaseServiceKey: serviceKey }: Config, url: string): Project {
  if (!/^https?:\/\/[^/?#@\s]+\/?$/.test(url)) {
    throw new ConfigurationError('--to-supabase is not an address such as https://PROJECT.supabase.co.');
  }
  if (!serviceKey) throw new ConfigurationError('SUPABASE_SERVICE_ROLE_KEY is missing: the secret key of the project.');
  return { url: withoutTrailingSlashes(url), serviceKey };
}

/** `npm run move -- --to DATABASE_URL`: copies the site's database to another one. */
async function moveTo(config: Config, url: string, print: Print): Promise<void> {
  await withLock(config, async () => {
    await requireUnmoved(config);
    const totals = await withUnusedDatabase(config, (ownerUrl) =>
      withDatabases(ownerUrl, url, async (databases) => {
        if (await isHostedProject(databases.to)) throw needsProject(url);
        await requireUnused(databases.to);
        if (await wasCopied(databases, url)) return null;
        await prepareTarget(databases, url, null, print);
        return copyDatabase(databases, (name) => print(`Copying ${name} …`));
      }),
    );
    print(totals ? describeTotals(totals) : 'All rows are there already, and the same: an earlier move copied them.');
    const kept = config.databaseUrl ? null : await setAside(config.dataFolder);
    print(
      `Start the site with DATABASE_URL=${withoutPassword(url)} now, and with the same DATA_DIR: it has the keys and the files.`,
    );
    if (kept)
      print(`The old database is kept in ${kept}. To go back, rename it to ${clusterFolderOf(config.dataFolder)}.`);
  });
}

/** `npm run move -- --to DATABASE_URL --to-supabase PROJECT_URL`: moves the site to a Supabase project. */
async function moveToProject(config: Config, url: string, project: Project, print: Print): Promise<void> {
  await withLock(config, async () => {
    await requireProject(project);
    await withUnusedDatabase(config, (ownerUrl) =>
      withDatabases(ownerUrl, url, async (databases) => {
        await prepareTarget(databases, url, ['public'], print);
        const files = { folder: join(config.dataFolder, 'storage'), store: config.store };
        const totals = await moveToSupabase({
          ...databases,
          project,
          siteUrl: config.siteUrl,
          files,
          onProgress: print,
        });
        for (const line of [...describeProject(totals), ...(await listLeftBehind(databases.from))]) print(line);
      }),
    );
    print(
      `Start the site with SUPABASE_URL=${project.url} and SUPABASE_ANON_KEY now. Nothing was changed in ${config.dataFolder}.`,
    );
  });
}

async function withDatabases<T>(from: string, to: string, work: (databases: Databases) => Promise<T>): Promise<T> {
  await using source = await connectTo(from, 'DATABASE_URL');
  await using target = await connectTo(to, '--to');
  await requireUnused(source);
  return await work({ from: source, to: target });
}

/** Whether a move was interrupted between its commit and the end. */
async function wasCopied(databases: Databases, url: string): Promise<boolean> {
  try {
    await requireEmpty(databases.to, databasePlace(url), null);
    return false;
  } catch (error) {
    if ((await readMigrationState(url, SUPABASE_FOLDER)) !== 'current' || !(await isCopied(databases))) throw error;
    return true;
  }
}

/** Throws a ConfigurationError when the database of the data folder was moved already. */
async function requireUnmoved({ dataFolder, databaseUrl }: Config): Promise<void> {
  if (databaseUrl || (await inspectCluster(dataFolder)).kind !== 'missing') return;
  const kept = (await readdir(dataFolder)).filter((name) => name.startsWith(MOVED)).toSorted();
  if (kept.length === 0) return;
  throw new ConfigurationError(
    `The database was moved already; the old one is kept in ${join(dataFolder, kept.at(-1)!)}. Nothing is left to do: ` +
      'start the site with the DATABASE_URL to which it was moved.',
  );
}

/** Brings an empty database to the state of the site's. */
async function prepareTarget({ to }: Databases, url: string, schemas: string[] | null, print: Print): Promise<void> {
  await requireEmpty(to, databasePlace(url), schemas);
  await migrateTo(url, null, print);
}

async function migrateTo(url: string, authenticatorPassword: string | null, onProgress: Print): Promise<void> {
  await migrate({ url, supabaseFolder: SUPABASE_FOLDER, sampleContent: null, authenticatorPassword, onProgress });
}

function describeTotals({ tables, rows }: CopyTotals): string {
  return `Copied and verified ${rows} rows of ${tables} tables.`;
}

function describeProject(totals: SupabaseTotals): string[] {
  const { accounts, uploaded, missing } = totals;
  return [
    `${accounts} accounts with their passwords and ${uploaded} files are in the project.`,
    describeTotals(totals),
    ...missing.map((name) => `Not moved: ${name}, whose bytes are missing here.`),
  ];
}

/** A start without DATABASE_URL would otherwise serve the old database, and take what visitors write. */
async function setAside(dataFolder: string): Promise<string> {
  const kept = join(dataFolder, `${MOVED}${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  await rename(clusterFolderOf(dataFolder), kept);
  await flushFolder(dataFolder);
  return kept;
}

function needsProject(url: string): ConfigurationError {
  return new ConfigurationError(
    `${databasePlace(url)} is the database of a Supabase project. Give its address too: --to-supabase https://PROJECT.supabase.co`,
  );
}

/** `npm run move -- --from DATABASE_URL`: copies a database into a new bundled one in the data folder. */
async function moveFrom(config: Config, url: string, print: Print): Promise<void> {
  await withLock(config, async () => {
    const { dataFolder } = config;
    const secrets = await requirePlace(dataFolder);
    await using source = await connectTo(url, '--from');
    await requireSameVersion(url, databasePlace(url));
    await requireUnused(source);
    await requireSameKeys(url, secrets, dataFolder);
    const totals = await inNewCluster(dataFolder, secrets, print, async (ownerUrl) => {
      await using target = await connectTo(ownerUrl, '--from');
      return await copyDatabase({ from: source, to: target }, (name) => print(`Copying ${name} …`));
    });
    print(describeTotals(totals));
    print(`Start the site without DATABASE_URL now. The database ${databasePlace(url)} was not changed.`);
  });
}

/** Throws a ConfigurationError unless the data folder has the keys of the site and no database. */
async function requirePlace(dataFolder: string): Promise<Secrets> {
  const folder = clusterFolderOf(dataFolder);
  const { kind } = await inspectCluster(dataFolder);
  if (kind === 'complete') throw new ConfigurationError(`${folder} holds a database already. Move it away first.`);
  if (kind === 'unfinished') {
    throw new ConfigurationError(
      `A first start was interrupted before its database was complete. Delete ${unfinishedFolderOf(dataFolder)}, then try again.`,
    );
  }
  const secrets = readSecrets(dataFolder);
  if (secrets) return secrets;
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
  return withWorkFolder(dataFolder, 'move', async (folder) => {
    const workspace = builtFolderOf(folder);
    const totals = await withServer(workspace, secrets, print, work);
    await rmdir(clusterFolderOf(dataFolder)).catch(ifMissing(undefined));
    await rename(clusterFolderOf(workspace), clusterFolderOf(dataFolder));
    await flushFolder(dataFolder);
    return totals;
  });
}

async function withServer<T>(
  dataFolder: string,
  { databasePassword: password, authenticatorPassword }: Secrets,
  print: Print,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  await using server = await startEmbeddedServer({ dataFolder, password, onProgress: print, onError: print });
  const url = server.urlFor('postgres', password);
  await migrateTo(url, authenticatorPassword, print);
  return await work(url);
}
