import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../support/test-app.ts';
import { readRunning } from './requests.ts';

/** Sets the title of every post without triggers, so that no process is notified and only newly rendered pages show it. */
export async function setTitlesUnnotified({ query }: TestApp, title: string): Promise<void> {
  await query(`set session_replication_role = replica; update public.blog_posts set title = '${title}'`);
}

/** DATABASE_URL of an app's bundled database, with its superuser. */
export async function databaseUrlOf({ dataFolder }: TestApp): Promise<string> {
  const { databasePassword } = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
  const { databasePort } = await readRunning(dataFolder);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`;
}
