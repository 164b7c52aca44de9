import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markSwap, swapSteps } from '#backup/swap-in.ts';
import { tryStart } from '../server/try-start.ts';
import { freePort, startApp } from '../support/app-process.ts';
import { type PlatformDatabase, startPlatformDatabase } from '../support/platform-database.ts';
import { onlyBackupIn, runOperator, runWell } from '../support/run-backup.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

const run = promisify(execFile);
let app: TestApp;
let folder: string;
let backup: string;
let server: PlatformDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
  [app, server] = await Promise.all([startTestApp({ sampleContent: true }), startPlatformDatabase('restore', [])]);
  const env = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  const { error } = await app.service.storage.createBucket('papers', { public: true });
  if (error) throw error;
  await app.service.storage.from('papers').upload('a.txt', 'the file', { contentType: 'text/plain' });
  await runWell('backup', ['--to', join(folder, 'first')], env);
  backup = await onlyBackupIn(join(folder, 'first'));
});
afterAll(async () => {
  await Promise.all([app?.stop(), server?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createDatabase(name: string): Promise<string> {
  const url = new URL(server.urlFor('postgres', 'for-tests'));
  await withClient(url.href, (client) => client.query(`create database ${name}`));
  url.pathname = `/${name}`;
  return url.href;
}

const titlesIn = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ title: string }>('select title from public.blog_posts order by title');
    return rows.map(({ title }) => title);
  });

test('a start between any two steps of putting a restored site in place ends with an error', async () => {
  const [built, before] = [join(folder, 'built'), join(folder, 'before')];
  for (const at of [built, before]) await runWell('restore', [backup], { DATA_DIR: at });
  const count = swapSteps('', '', '').length;
  for (let done = 1; done < count; done += 1) {
    const at = join(folder, `after-${done}`);
    // With the owners: under root the database belongs to another account.
    for (const [from, to] of [
      [before, at],
      [built, join(at, 'new')],
    ] as const)
      await run('cp', ['-a', from, to]);
    await mkdir(join(at, 'old'));
    await markSwap(at);
    for (const step of swapSteps(at, join(at, 'new'), join(at, 'old')).slice(0, done)) {
      await rename(join(step.from, step.name), join(step.to, step.name));
    }
    const { code, output } = await tryStart({ DATA_DIR: at });
    expect([code, output], `after step ${done}`).toEqual([1, expect.not.stringContaining('ready ')]);
    expect(output).toMatch(/secrets.json is missing|postgres.unfinished is in the way/);
  }
}, 180_000);

test('all rows of an external database are replaced in one transaction, with --force only', async () => {
  const env = { DATA_DIR: join(folder, 'external'), DATABASE_URL: await createDatabase('external') };
  await runWell('restore', [backup], env);
  const titles = await titlesIn(env.DATABASE_URL);
  expect(titles.length).toBeGreaterThan(5);
  await withClient(env.DATABASE_URL, (client) => client.query(`update public.blog_posts set title = 'Changed since'`));
  await writeFile(join(env.DATA_DIR, 'secrets.json'), '{ "of": "before" }');

  const refused = await runOperator('restore', [backup], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('DATABASE_URL already holds a site')]);
  expect(new Set(await titlesIn(env.DATABASE_URL))).toEqual(new Set(['Changed since']));

  const { stdout } = await runWell('restore', [backup, '--force'], env);
  expect(await titlesIn(env.DATABASE_URL)).toEqual(titles);
  const replaced = /What was here before is in (\S+);/.exec(stdout.toString())?.[1] ?? '';
  expect(await readFile(join(replaced, 'secrets.json'), 'utf8')).toBe('{ "of": "before" }');
  expect(JSON.parse(await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8')).keys.anonKey).toBe(app.anonKey);
});

test('an external database on which the site runs, or that is migrated further, is left as it is', async () => {
  const env = { DATA_DIR: join(folder, 'busy'), DATABASE_URL: await createDatabase('busy') };
  await runWell('restore', [backup], env);
  const site = await startApp({ ...env, PORT: String(await freePort()) });
  const running = await runOperator('restore', [backup, '--force'], { ...env, DATA_DIR: join(folder, 'busy-2') });
  await site.stop();
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('The site is running on the database')]);

  const add = `insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')`;
  await withClient(env.DATABASE_URL, (client) => client.query(add));
  const further = await runOperator('restore', [backup, '--force'], env);
  expect([further.code, further.stderr]).toEqual([1, expect.stringContaining('29990101000000_later')]);
});

test('a database that does not answer is named without its password', async () => {
  const env = { DATA_DIR: join(folder, 'none'), DATABASE_URL: 'postgres://site:a-password@127.0.0.1:1/site' };
  const { code, stderr } = await runOperator('restore', [backup], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL cannot be used')]);
  expect(stderr).not.toMatch(/a-password|\n {4}at /);
});
