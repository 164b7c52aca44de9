import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import type { TestApp } from '../support/test-app.ts';
import { readRunning } from './requests.ts';

/** Sets the title of every post without triggers, so that no process is notified and only newly rendered pages show it. */
export async function setTitlesUnnotified({ query }: TestApp, title: string): Promise<void> {
  await query(`set session_replication_role = replica; update public.blog_posts set title = '${title}'`);
}

/** DATABASE_URL of an app's bundled database, with its superuser. */
export async function databaseUrlOf({ dataFolder }: Pick<TestApp, 'dataFolder'>): Promise<string> {
  const { databasePassword } = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
  const { databasePort } = await readRunning(dataFolder);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`;
}

/** A second process of an app, with a data folder of its own, on the same database. */
export async function startSecond(app: TestApp): Promise<AppProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'second-process-'));
  await copyFile(join(app.dataFolder, 'secrets.json'), join(folder, 'secrets.json'));
  const env = { DATA_DIR: folder, SITE_URL: app.url, DATABASE_URL: await databaseUrlOf(app) };
  const second = await startApp({ ...env, PORT: String(await freePort()) });
  const stop: AppProcess['stop'] = async () => {
    const stopped = await second.stop();
    await rm(folder, { recursive: true, force: true });
    return stopped;
  };
  return { ...second, stop };
}
