import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf, inspectCluster } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { isHostedProject, migrate } from '#backend/database/migrate.ts';
import { readMigrationState } from '#backend/database/migration-history.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { requireEmpty, requireUnused } from '#operations/move/check-ends.ts';
import { type CopyTotals, type Ends, copyDatabase, isCopied } from '#operations/move/copy-database.ts';
import { openEnd, placeOf, withoutPassword } from '#operations/move/open-end.ts';
import { listLeftBehind } from '#operations/move/supabase/left-behind.ts';
import { type SupabaseTotals, moveToSupabase } from '#operations/move/supabase/move-to-supabase.ts';
import { type Project, requireProject } from '#operations/move/supabase/project.ts';
import type { Config } from '#server/config.ts';
import { SUPABASE_FOLDER } from '#server/installation.ts';
import { withLock, withStoppedDatabase } from './stopped-site.ts';

/** What the name of a database begins with that was moved. */
const MOVED = 'postgres.moved-';

export type Print = (line: string) => void;

/** `npm run move -- --to DATABASE_URL`: copies the site's database to another one. */
export async function moveTo(config: Config, url: string, print: Print): Promise<void> {
  await withLock(config, async () => {
    await requireUnmoved(config);
    const totals = await withStoppedDatabase(config, (ownerUrl) =>
      withEnds(ownerUrl, url, async (ends) => {
        if (await isHostedProject(ends.to)) throw needsProject(url);
        await requireUnused(ends.to, placeOf(url));
        if (await wasCopied(ends, url)) return null;
        await prepareTarget(ends, url, null, print);
        return copyDatabase(ends, (name) => print(`Copying ${name} …`));
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
export async function moveToProject(config: Config, url: string, project: Project, print: Print): Promise<void> {
  await withLock(config, async () => {
    await requireProject(project);
    await withStoppedDatabase(config, (ownerUrl) =>
      withEnds(ownerUrl, url, async (ends) => {
        await prepareTarget(ends, url, ['public'], print);
        const files = { folder: join(config.dataFolder, 'storage'), store: config.store };
        const totals = await moveToSupabase({ ...ends, project, siteUrl: config.siteUrl, files, onProgress: print });
        for (const line of [...describeProject(totals), ...(await listLeftBehind(ends.from))]) print(line);
      }),
    );
    print(
      `Start the site with SUPABASE_URL=${project.url} and SUPABASE_ANON_KEY now. Nothing was changed in ${config.dataFolder}.`,
    );
  });
}

async function withEnds<T>(from: string, to: string, work: (ends: Ends) => Promise<T>): Promise<T> {
  const source = await openEnd(from, 'DATABASE_URL');
  try {
    const target = await openEnd(to, '--to');
    try {
      await requireUnused(source, placeOf(from));
      return await work({ from: source, to: target });
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/** Whether a move was interrupted between its commit and the end. */
async function wasCopied(ends: Ends, url: string): Promise<boolean> {
  try {
    await requireEmpty(ends.to, placeOf(url), null);
    return false;
  } catch (error) {
    if ((await readMigrationState(url, SUPABASE_FOLDER)) !== 'current' || !(await isCopied(ends))) throw error;
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
async function prepareTarget({ to }: Ends, url: string, schemas: string[] | null, print: Print): Promise<void> {
  await requireEmpty(to, placeOf(url), schemas);
  await migrate({
    url,
    supabaseFolder: SUPABASE_FOLDER,
    sampleContent: null,
    authenticatorPassword: null,
    onProgress: print,
  });
}

export function describeTotals({ tables, rows }: CopyTotals): string {
  return `Copied ${rows} rows of ${tables} tables. All were read back and are the same.`;
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
    `${placeOf(url)} is the database of a Supabase project. Give its address too: --to-supabase https://PROJECT.supabase.co`,
  );
}
