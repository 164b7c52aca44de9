import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { tryStart } from '../server/try-start.ts';
import { fillDataFolder } from '../support/test-app.ts';
import { runProgramToEnd, spawnProgram } from '../support/run-program.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { readConfig } from '#server/config.ts';
import { openRuntime } from '#server/start/runtime.ts';
import { freePort } from '../support/app-process.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const MARKER = 'creating-the-database.txt';

const work = folderForTests();
/** A data folder created by a first start and not in use; every test takes a copy. */
let template: string;

beforeAll(async () => {
  template = join(work, 'template');
  await mkdir(template, { mode: 0o700 });
  await fillDataFolder(template);
});

async function copyTemplate(): Promise<string> {
  const folder = await mkdtemp(join(work, 'copy-'));
  spawnSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

/** Starts in this process: the message of its error, or 'It started.' */
async function errorMessageOf(folder: string): Promise<string> {
  const config = readConfig({ DATA_DIR: folder, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' });
  const app = await openRuntime(config, () => {}).catch((error: Error) => error);
  if (app instanceof ConfigurationError) return app.message;
  if (app instanceof Error) throw app;
  await app.close();
  return 'It started.';
}

/** Every path below the folder with what tells a change of it. Lock files are left out: each start writes them. */
async function stateOf(folder: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const path of await readdir(folder, { recursive: true })) {
    if (path.startsWith('lock')) continue;
    const { mode, size, mtimeMs, ctimeMs, ino } = await lstat(join(folder, path));
    state[path] = [mode.toString(8), size, mtimeMs, ctimeMs, ino].join(' ');
  }
  return state;
}

/** The error of a start on the folder, and whether the folder is unchanged. */
async function startRejected(folder: string): Promise<{ message: string; isUnchanged: boolean }> {
  const before = await stateOf(folder);
  const message = await errorMessageOf(folder);
  return { message, isUnchanged: isDeepStrictEqual(await stateOf(folder), before) };
}

test('a rejected start ends with exit code 1 and a plain message, and changes nothing in the folder', async () => {
  const folder = await copyTemplate();
  await writeFile(join(folder, 'postgres/PG_VERSION'), '');
  const before = await stateOf(folder);
  const { code, output } = await tryStart({ DATA_DIR: folder });
  expect(output).toMatch(/PG_VERSION is empty or damaged[\s\S]*Nothing was changed/);
  expect(output).not.toMatch(/\n {4}at /);
  expect(code).toBe(1);
  expect(await stateOf(folder)).toEqual(before);
});

describe('a start on an unusable database folder is rejected and changes nothing', () => {
  test('PG_VERSION cannot be read, is missing or of another major version of PostgreSQL; the folder is a file, missing or empty, but secrets.json was in use', async () => {
    const folder = await copyTemplate();
    const version = join(folder, 'postgres/PG_VERSION');
    await rm(version);
    await mkdir(version);
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/PG_VERSION cannot be read \(EISDIR\)[\s\S]*Nothing was changed/),
      isUnchanged: true,
    });
    await rm(version, { recursive: true });
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/PG_VERSION is missing/),
      isUnchanged: true,
    });
    await writeFile(version, '17\n');
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(
        /holds data of PostgreSQL 17.*needs PostgreSQL 18[\s\S]*npm run backup[\s\S]*npm run restore[\s\S]*upgrades\.md/,
      ),
      isUnchanged: true,
    });
    await rm(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres'), 'not a folder');
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/cannot be read \(ENOTDIR\)/),
      isUnchanged: true,
    });
    await rm(join(folder, 'postgres'));
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(
        /secrets\.json is there.*database folder .*postgres is missing[\s\S]*move secrets\.json away/,
      ),
      isUnchanged: true,
    });
    await mkdir(join(folder, 'postgres'));
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/database folder .*postgres is empty/),
      isUnchanged: true,
    });
  });

  test('the unfinished folder has no marker of this product', async () => {
    const folder = await mkdtemp(join(work, 'foreign-'));
    await mkdir(join(folder, 'postgres.unfinished'));
    await writeFile(join(folder, 'postgres.unfinished/PG_VERSION'), '18\n');
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/postgres\.unfinished [\s\S]*Move it away/),
      isUnchanged: true,
    });
  });
});

describe('a start with invalid secrets is rejected', () => {
  test('secrets.json is missing, but there is a database', async () => {
    const folder = await copyTemplate();
    await rm(join(folder, 'secrets.json'));
    expect(await startRejected(folder)).toEqual({
      message: expect.stringMatching(/secrets\.json is missing/),
      isUnchanged: true,
    });
    const keys = await runProgramToEnd(['src/cli/admin.ts', 'keys'], { DATA_DIR: folder });
    expect(keys.stderr).toMatch(/secrets\.json is missing/);
    expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  });

  test('secrets.json is cut, empty, an empty object or lacks a field', async () => {
    const folder = await copyTemplate();
    const file = join(folder, 'secrets.json');
    const text = await readFile(file, 'utf8');
    const secrets = JSON.parse(text);
    const { d, ...jwk } = secrets.keys.jwk;
    const withoutKey = JSON.stringify({ ...secrets, keys: { ...secrets.keys, jwk } });
    for (const damaged of [text.slice(0, text.length / 2), '', '{}', withoutKey]) {
      await writeFile(file, damaged);
      const { message, isUnchanged } = await startRejected(folder);
      expect([message, isUnchanged]).toEqual([expect.stringMatching(/secrets\.json is damaged/), true]);
      for (const secret of [d, secrets.databasePassword]) expect(message).not.toContain(secret);
    }
  });

  test('the database password is wrong: the error names it, and PostgreSQL is stopped', async () => {
    const folder = await copyTemplate();
    const file = join(folder, 'secrets.json');
    const before = await readFile(file, 'utf8');
    await writeFile(file, JSON.stringify({ ...JSON.parse(before), databasePassword: 'of-another-folder' }));
    expect(await errorMessageOf(folder)).toMatch(/password .*secrets\.json.* is not the one of the database/);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
    await writeFile(file, before);
    expect(await errorMessageOf(folder)).toBe('It started.');
  });
});

describe('an interrupted first start is completed by the next start', () => {
  test('between the rename of the finished database and the removal of the marker', async () => {
    const folder = await copyTemplate();
    await mkdir(join(folder, 'postgres.unfinished'));
    await writeFile(join(folder, 'postgres.unfinished', MARKER), '');
    expect(await errorMessageOf(folder)).toBe('It started.');
    expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
  });

  test('before the secrets were written, or killed as soon as these, the first database file, or the whole database exists', async () => {
    const folder = join(work, 'killed');
    for (const name of ['postgres.unfinished', 'postgres']) await mkdir(join(folder, name), { recursive: true });
    const killConditions = [
      async () => existsSync(join(folder, 'secrets.json')),
      () => findInUnfinished(folder, 'PG_VERSION'),
      async () => existsSync(join(folder, 'postgres/PG_VERSION')),
    ];
    for (const isReached of killConditions) {
      const env = { DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false' };
      const { child, ended } = spawnProgram(['src/server/main.ts'], env);
      await expect.poll(isReached, { ...LONG, interval: 5 }).toBe(true);
      child.kill('SIGKILL');
      await ended;
    }
    expect(await errorMessageOf(folder)).toBe('It started.');
    expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
  });
});

async function findInUnfinished(folder: string, name: string): Promise<boolean> {
  const found = await readdir(join(folder, 'postgres.unfinished'), { recursive: true }).catch(() => []);
  return found.some((path) => path.endsWith(name));
}
