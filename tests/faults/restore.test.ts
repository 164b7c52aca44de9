import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo } from '../support/external-database.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { tryStart } from '../server/try-start.ts';
import { ROOT } from '../support/root.ts';
import { freePort, startApp } from '../support/app-process.ts';
import { isFullRun } from '../support/fault-runs.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readConfig } from '#server/config.ts';
import { openInstallation } from '#server/start/installation.ts';
import { swapIn, undoRestore } from '#operations/backup/replace-site.ts';
import { type PlatformDatabase, startPlatformDatabase } from '#backend-tests/support/platform-database.ts';
import { onlyBackupIn, runOperator, runWell } from '../support/run-backup.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG, SLOWNESS } from '#backend-tests/support/slowness.ts';

const run = promisify(execFile);
let app: TestApp;
const folder = folderForTests();
let backup: string;
let server: PlatformDatabase;
/** A site on a database of its own, into which the backup was restored. */
let external: ExternalSite;
/** Its data folder before each step of that restore: this with `-1`, `-2` and so on. */
let steps: string;
/** What a first start said there before, whose login lacked rights. */
let lacking: string;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp({ sampleContent: true }), startPlatformDatabase('empty', [])]);
  const env = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  const { error } = await app.service.storage.createBucket('papers', { public: true });
  if (error) throw error;
  await app.service.storage.from('papers').upload('a.txt', 'the file', { contentType: 'text/plain' });
  await runWell('backup', ['--to', join(folder, 'first')], env);
  backup = await onlyBackupIn(join(folder, 'first'));
  await app.process().stop();
  steps = join(folder, 'steps');
  external = { DATA_DIR: join(folder, 'external'), DATABASE_URL: await createDatabase('external') };
  await withClient(external.DATABASE_URL, (client) => client.query(`create role lacking login password 'for-tests'`));
  const asLacking = external.DATABASE_URL.replace('//postgres:', '//lacking:');
  lacking = (await tryStart({ ...external, DATABASE_URL: asLacking })).output;
  await runWell('restore', [backup], { ...external, ...HOOK, COPY_TO: steps });
});
afterAll(() => Promise.all([app?.stop(), server?.stop()]));

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createDatabase(name: string, template = 'template1'): Promise<string> {
  const url = new URL(server.urlFor('postgres', 'for-tests'));
  await withClient(url.href, (client) => client.query(`create database ${name} template ${template}`));
  url.pathname = `/${name}`;
  return url.href;
}

type ExternalSite = Record<'DATA_DIR' | 'DATABASE_URL', string>;

async function copyOf(site: ExternalSite, name: string): Promise<ExternalSite> {
  const template = new URL(site.DATABASE_URL).pathname.slice(1);
  const copy = { DATA_DIR: join(folder, name), DATABASE_URL: await createDatabase(name, template) };
  await run('cp', ['-a', site.DATA_DIR, copy.DATA_DIR]);
  return copy;
}

const titlesIn = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ title: string }>('select title from public.blog_posts order by title');
    return rows.map(({ title }) => title);
  });

const HOOK = { NODE_OPTIONS: `--import ${join(ROOT, 'tests/support/kill-at.ts')}` };

/** Runs a restore with tests/support/kill-at.ts, which `hook` instructs; returns false when the restore ended before. */
async function restoreWith(hook: Record<string, string>, env: Record<string, string>): Promise<boolean> {
  const { code, stderr } = await runOperator('restore', [backup, '--force'], { ...env, ...HOOK, ...hook });
  if (code !== null && code !== 0) throw new Error(stderr);
  return code === null;
}

/** A start in this process, which spares a program for each: what it says, or the message of its error. */
async function startHere(env: Record<string, string>): Promise<{ hasStarted: boolean; output: string }> {
  const lines: string[] = [];
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  const opened = await openInstallation(config, (line) => lines.push(line)).catch((error: Error) => error);
  if (opened instanceof ConfigurationError) return { hasStarted: false, output: opened.message };
  if (opened instanceof Error) throw opened;
  await opened.close();
  return { hasStarted: true, output: lines.join('\n') };
}

/** The commands that a start prints, as the words after `npm run restore --`. */
const commandsIn = (output: string): string[][] =>
  [...output.matchAll(/npm run restore -- (.*)$/gm)].map(([, words = '']) => words.split(' '));

/** Whether secrets, files and database are those from before, by marks in them. */
async function areFromBefore(at: string): Promise<boolean[]> {
  const secrets = await readFile(join(at, 'secrets.json'), 'utf8').catch(() => '');
  return [secrets.includes('"before"'), existsSync(join(at, 'storage/old')), existsSync(join(at, 'postgres/old'))];
}

async function expectWhole(dataFolder: string): Promise<void> {
  const site = await startApp({ DATA_DIR: dataFolder, PORT: String(await freePort()) });
  expect(await (await fetch(`${site.url}/storage/v1/object/public/papers/a.txt`)).text()).toBe('the file');
  await site.stop();
}

async function expectUndone(at: string, command: string[] | null): Promise<void> {
  if (command) await runWell('restore', command, { DATA_DIR: at });
  else await undoRestore(at, null);
  expect(await areFromBefore(at)).toEqual([true, true, true]);
  const left = (await readdir(at)).filter((name) => /^(replaced|postgres\.|backup-work)/.test(name));
  expect(left).toEqual([]);
  if (command) await expectWhole(at);
}

/** Without a command, the step in which it differs from the first restore: it replaces the site by a copy of `restored`. */
async function expectRepeated(at: string, command: string[] | null, restored: string): Promise<void> {
  const replaced = command ? await repeat(at, command) : await swapIn(at, await partsOf(restored), backup, new Date());
  expect(await areFromBefore(at)).toEqual([false, false, false]);
  expect(await areFromBefore(replaced ?? '')).toEqual([true, true, true]);
  if (command) await expectWhole(at);
}

async function repeat(at: string, command: string[]): Promise<string | undefined> {
  const { stdout } = await runWell('restore', command, { DATA_DIR: at });
  return /What was here before is in (\S+);/.exec(stdout.toString())?.[1];
}

async function partsOf(site: string): Promise<string> {
  const built = await mkdtemp(join(folder, 'built-'));
  const parts = ['secrets.json', 'storage', 'postgres'].map((name) => join(site, name));
  await run('cp', ['-a', ...parts, built]);
  return built;
}

test(
  'wherever a restore is killed while it replaces a site, each of the two commands of the start leads to a whole site',
  async () => {
    const before = join(folder, 'before');
    // With the owners: under root the database belongs to another account.
    await run('cp', ['-a', app.dataFolder, before]);
    const secrets = await readFile(join(before, 'secrets.json'), 'utf8');
    await writeFile(join(before, 'secrets.json'), secrets.replace('{', '{ "of": "before",'));
    for (const part of ['storage', 'postgres']) await writeFile(join(before, part, 'old'), '');
    const restored = join(folder, 'restored');
    await run('cp', ['-a', before, restored]);
    const cut = join(folder, 'cut');
    await restoreWith({ COPY_TO: cut }, { DATA_DIR: restored });
    const replaced = (await readdir(restored)).find((name) => name.startsWith('replaced-')) ?? '';
    expect((await readdir(join(restored, replaced))).toSorted()).toEqual(['postgres', 'secrets.json', 'storage']);
    expect(await areFromBefore(join(restored, replaced))).toEqual([true, true, true]);
    expect(await readFile(join(restored, 'secrets.json'), 'utf8')).toBe(secrets);
    for (let step = 1; step <= 7; step += 1) {
      const at = `${cut}-${step}`;
      expect(await readdir(at)).toContain('backup-work-restore');
      const { output } = await startHere({ DATA_DIR: at });
      expect(await readdir(at)).not.toContain('backup-work-restore');
      const [again, back, ...others] = commandsIn(output);
      expect([again, back, others], output).toEqual([[backup, '--force'], ['--undo'], []]);

      const copy = join(folder, `undone-${step}`);
      await run('cp', ['-a', at, copy]);
      // `npm test` runs each command, and the site afterwards, for one step.
      await expectUndone(copy, isFullRun || step === 3 ? back! : null);
      await expectRepeated(at, isFullRun || step === 4 ? again! : null, restored);
      for (const done of [at, copy]) await rm(done, { recursive: true, force: true });
    }
    expect(existsSync(`${cut}-8`)).toBe(false);
  },
  600_000 * SLOWNESS,
);

test('a restore that is told to stop while it replaces a site leaves what a killed one leaves', async () => {
  // Before each step of the restore above.
  expect(await readFile(join(folder, 'cut-listeners'), 'utf8')).toBe('0\n'.repeat(7));
  const at = join(folder, 'stopped');
  await run('cp', ['-a', app.dataFolder, at]);
  const env = { DATA_DIR: at, ...HOOK, KILL_AT: '4', KILL_WITH: 'SIGTERM' };
  const { code } = await runOperator('restore', [backup, '--force'], env);
  const { output } = await startHere({ DATA_DIR: at });
  expect([code, commandsIn(output)], output).toEqual([null, [[backup, '--force'], ['--undo']]]);
});

test('all rows of an external database are replaced with --force and without a running site only; wherever that is killed, the next start has the site from before or that of the backup', async () => {
  const outcomes: string[] = [];
  let whileItRuns: unknown;
  const before = await copyOf(external, 'changed');
  const titles = await titlesIn(before.DATABASE_URL);
  expect(titles.length).toBeGreaterThan(5);
  expect(await outcomeOf([backup], before)).toEqual(refusal('DATABASE_URL already holds a site'));
  expect(await titlesIn(before.DATABASE_URL)).toEqual(titles);
  await replaceKeys(before);
  const replaced = await readFile(join(before.DATA_DIR, 'secrets.json'), 'utf8');
  for (let step = 1; ; step += 1) {
    const env = await copyOf(before, `cut_external_${step}`);
    if (!(await restoreWith({ KILL_AT: String(step) }, env))) {
      await expectReplaced(env, { titles, replaced });
      break;
    }
    const site = step === 1 ? await startApp({ ...env, PORT: String(await freePort()) }) : null;
    const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') };
    if (site) whileItRuns = await outcomeOf([backup, '--force'], elsewhere);
    await site?.stop();
    const said = site ? site.said() : (await startHere(env)).output;
    const isBefore = (await titlesIn(env.DATABASE_URL)).includes('Changed since');
    const keys = JSON.parse(await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8')).keys.anonKey === app.anonKey;
    expect(keys, `rows and keys before step ${step}`).toBe(!isBefore);
    expect(said).toContain(isBefore ? `npm run restore -- ${backup} --force` : 'is that of the backup');
    expect((await readdir(env.DATA_DIR)).filter((name) => /unfinished|backup-work/.test(name))).toEqual([]);
    outcomes.push(isBefore ? 'before' : 'backup');
  }
  expect(outcomes).toEqual(['before', 'backup', 'backup']);
  expect(whileItRuns).toEqual(refusal('The site is running on the database'));
});

async function outcomeOf(words: string[], env: Record<string, string>): Promise<[number | null, string]> {
  const { code, stderr } = await runOperator('restore', words, env);
  return [code, stderr];
}
const refusal = (reason: string): unknown => [1, expect.stringContaining(reason)];

/** The site has the titles and keys of the backup, and its secrets from before are kept. */
async function expectReplaced(env: ExternalSite, of: { titles: string[]; replaced: string }): Promise<void> {
  expect(await titlesIn(env.DATABASE_URL)).toEqual(of.titles);
  expect(JSON.parse(await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8')).keys.anonKey).toBe(app.anonKey);
  const name = (await readdir(env.DATA_DIR)).find((one) => one.startsWith('replaced-')) ?? '';
  expect(await readFile(join(env.DATA_DIR, name, 'secrets.json'), 'utf8')).toBe(of.replaced);
}

/** Gives the site other keys and titles than those of the backup. */
async function replaceKeys(env: ExternalSite): Promise<void> {
  await withClient(env.DATABASE_URL, (client) => client.query('delete from backend.installation'));
  await runProgramToEnd(['src/cli/admin.ts', 'rotate-keys'], env);
  await withClient(env.DATABASE_URL, (client) => client.query(`update public.blog_posts set title = 'Changed since'`));
}

/** Starts the site and, where the start names two commands, runs the first or the second. */
async function settle(env: ExternalSite, choice: 0 | 1): Promise<string> {
  const { hasStarted: isComplete, output } = await startHere(env);
  const commands = commandsIn(output);
  expect(commands, output).toEqual(isComplete ? [] : [[backup, '--force'], ['--undo']]);
  expect(output.includes('is that of the backup')).toBe(isComplete);
  if (!isComplete) await runWell('restore', commands[choice]!, env);
  const isRestored = isComplete || choice === 0;
  const titles = isRestored ? await titlesIn(env.DATABASE_URL) : [];
  expect(titles.length > 5).toBe(isRestored);
  return isComplete ? 'complete' : 'refused';
}

test('a restore into an empty database that is killed is completed or taken back; no start in between creates a site', async () => {
  const outcomes: string[] = [];
  for (let step = 1; existsSync(`${steps}-${step}`); step += 1) {
    // A kill leaves the folder as it was before the step, and the database empty before the first commit, or as it is
    // after the last one. Only between these it is neither.
    const template = step > 2 ? 'external' : 'template1';
    const env = {
      DATA_DIR: step === 2 ? join(folder, 'empty') : `${steps}-${step}`,
      DATABASE_URL: await createDatabase(`empty_${step}`, template),
    };
    if (step === 2) await restoreWith({ KILL_AT: '2' }, env);
    outcomes.push(await settle(env, step % 2 === 1 ? 0 : 1));
    expect(await readdir(env.DATA_DIR)).not.toContain('postgres.unfinished');
  }
  expect(outcomes).toEqual(['refused', 'refused', 'complete', 'complete']);
});

test('a site that starts on an external database while it is restored keeps all its rows', async () => {
  const env = await copyOf(external, 'started');
  await withClient(env.DATABASE_URL, async (site) => {
    await site.query(`update public.blog_posts set title = 'Changed since'`);
    await site.query('begin; lock public.blog_posts in access share mode');
    const outcome = outcomeOf([backup, '--force'], env);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const inTime = { ...LONG, interval: 50 };
    // On a connection of its own: what a transaction reads of the activity stays the same.
    const isWaiting = async () => (await withClient(env.DATABASE_URL, (client) => client.query(waiting))).rowCount;
    await expect.poll(isWaiting, inTime).toBe(1);
    await site.query(`set application_name = 'web-backend'; commit`);
    expect(await outcome).toEqual(refusal('The site is running on the database'));
  });
  expect(new Set(await titlesIn(env.DATABASE_URL))).toEqual(new Set(['Changed since']));
});

test('after a restore no machine starts on the external database with other keys than those of the backup', async () => {
  const site = await copyOf(external, 'keys');
  const other = await mkdtemp(join(folder, 'other-machine-'));
  expect(await startHere({ ...site, DATA_DIR: other })).toEqual({
    hasStarted: false,
    output: expect.stringContaining('are not those with which the database'),
  });
});

test('an external database that is migrated further is left as it is', async () => {
  const env = await copyOf(external, 'further');
  const add = `insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')`;
  await withClient(env.DATABASE_URL, (client) => client.query(add));
  expect(await outcomeOf([backup, '--force'], env)).toEqual(refusal('29990101000000_later'));
});

test('a first start whose login lacks rights leaves a data folder into which a backup is restored', () => {
  expect(lacking).toContain('lacks rights');
});

test('a database that does not answer is named without its password', async () => {
  const env = { DATA_DIR: join(folder, 'none'), DATABASE_URL: 'postgres://site:a-password@127.0.0.1:1/site' };
  const [code, stderr] = await outcomeOf([backup], env);
  expect([code, stderr]).toEqual(refusal('DATABASE_URL cannot be used'));
  expect(stderr).not.toMatch(/a-password|\n {4}at /);
});
