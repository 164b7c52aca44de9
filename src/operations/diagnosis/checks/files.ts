import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Settings } from '#backend/storage/storage-url.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Verdict, bad, good } from '../finding.ts';

/** Checks that uploaded files can be written: to the store, by a small object that is removed, or to the data folder. */
export async function checkFiles({ store, dataFolder }: { store: S3Settings | null; dataFolder: string }) {
  return store ? checkStore(store) : checkFolder(join(dataFolder, 'storage'));
}

async function checkStore(store: S3Settings): Promise<Verdict> {
  const { requireStore } = await import('#backend/storage/require-store.ts');
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
