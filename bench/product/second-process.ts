import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { type App, startApp } from './app.ts';

/** Starts another process of the product on the database of `first`, for the same public address. */
export async function startSecondProcess(bench: Bench, first: App): Promise<App> {
  const folder = `${first.folder}-second`;
  await mkdir(folder);
  await copyFile(join(first.folder, 'secrets.json'), join(folder, 'secrets.json'));
  const env = { DATABASE_URL: first.databaseUrl('postgres'), SITE_URL: first.url };
  return startApp(bench, first.tree, folder, { env });
}
