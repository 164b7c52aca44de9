import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type SiteFiles, openSiteFiles } from '#operations/backup/site-files.ts';
import { countOf } from '#contract/amounts.ts';
import { type Verdict, bad, good } from './finding.ts';

/** Checks that uploaded files can be written: to the store, by a small object that is removed, or to the data folder. */
export async function checkFiles({ store, dataFolder }: { store: S3Settings | null; dataFolder: string }) {
  return store ? checkStore(store) : checkFolder(join(dataFolder, 'storage'));
}

async function checkStore(store: S3Settings): Promise<Verdict> {
  const { requireStore } = await import('#backend/storage/s3-store.ts');
  try {
    await requireStore(store);
    return good(`The bucket ${store.bucket} takes uploads.`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return bad('The store of uploaded files cannot be used.', error.message);
  }
}

async function checkFolder(folder: string): Promise<Verdict> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
    return good('The folder of uploaded files can be written.');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return good('No file has been uploaded yet.');
    return bad(`${folder} cannot be written (${code}).`, 'Give it to the account that runs the site.');
  }
}

/** More are sampled: a request to a store takes time and costs money. */
const MAX_IN_FOLDER = 2000;
const MAX_IN_STORE = 100;
const AT_A_TIME = 10;
const MAX_NAMED = 3;

type Place = { folder: string; store: S3Settings | null };
type Row = { version: string; name: string; bytes: number | null };

/**
 * Compares the rows of uploaded files with their bytes: all, or a random sample where there are many. Throws as
 * `asBackend` does, and the errors of the store.
 */
export async function checkStoredFiles(database: DatabasePool, place: Place): Promise<Verdict> {
  const most = place.store ? MAX_IN_STORE : MAX_IN_FOLDER;
  const { total, rows } = await asBackend(database, async (query) => {
    const counted = await query('select count(*)::int as total from storage.objects where version is not null');
    const sample = await query(
      `select version, bucket_id || '/' || name as name, (metadata->>'size')::float8 as bytes
         from storage.objects where version is not null order by random() limit $1`,
      [most],
    );
    return { total: Number(counted.rows[0]?.['total']), rows: sample.rows as Row[] };
  });
  if (total === 0) return good('No file has been uploaded yet.');
  const missing = await keepNamed(database, await findMissing(await openSiteFiles(place), rows));
  const looked =
    rows.length < total ? `${rows.length} of ${total} files were looked at` : `of ${countOf(total, 'file')}`;
  if (missing.length === 0)
    return good(rows.length < total ? `${looked}; all are there.` : `All uploaded files are there (${total}).`);
  const named = missing.slice(0, MAX_NAMED).join(', ') + (missing.length > MAX_NAMED ? ' …' : '');
  return bad(
    `The bytes of ${countOf(missing.length, 'file')} are missing or incomplete (${looked}): ${named}`,
    'Put the folder of files, or the bucket, back from a copy; or restore a backup, which has them.',
  );
}

/** The names of those files that a row still names: others were deleted or replaced after the rows were read. */
async function keepNamed(database: DatabasePool, missing: readonly Row[]): Promise<string[]> {
  const { rows } = await asBackend(database, (query) =>
    query('select version from storage.objects where version = any($1)', [missing.map(({ version }) => version)]),
  );
  const named = new Set(rows.map(({ version }) => version));
  return missing.filter(({ version }) => named.has(version)).map(({ name }) => name);
}

async function findMissing(files: SiteFiles, rows: readonly Row[]): Promise<Row[]> {
  const missing: Row[] = [];
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    const some = rows.slice(at, at + AT_A_TIME);
    const found = await Promise.all(some.map((row) => isThere(files, row)));
    missing.push(...some.filter((_, index) => !found[index]));
  }
  return missing;
}

async function isThere(files: SiteFiles, { version, bytes }: Row): Promise<boolean> {
  const found = await files.read(version);
  if (!found) return false;
  // Ends the request to a store before the bytes are sent.
  found.content.on('error', () => {}).destroy();
  return bytes === null || found.bytes === bytes;
}
