import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectDatabase, closeDatabase } from '#backend/database/connect.ts';
import { type AppProcess, ROOT, freePort, startApp } from '../support/app-process.ts';
import { startTestApp } from '../support/test-app.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  folders.push(folder);
  return folder;
}

async function startOn(folder: string, env: Record<string, string> = {}): Promise<AppProcess> {
  return startApp({ DATA_DIR: folder, PORT: String(await freePort()), SAMPLE_CONTENT: 'false', ...env });
}

test('a second start on one data folder ends with an error and does not affect the first', async () => {
  const folder = await makeFolder();
  const first = await startOn(folder);
  await expect(startOn(folder)).rejects.toThrow(/Another start is already using/);
  expect((await fetch(`${first.url}/auth/v1/health`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test('a stale lock file is ignored, even if its process id belongs to another process', async () => {
  const folder = await makeFolder();
  const first = await startOn(folder);
  await first.stop();
  await writeFile(
    join(folder, 'postgres/postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n0\n5432\n\n127.0.0.1\n`,
  );
  const second = await startOn(folder);
  expect(await second.stop()).toBe(0);
});

test('a data folder below a folder of mode 700 works', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o700);
  const app = await startOn(join(folder, 'deep/data'));
  expect(await app.stop()).toBe(0);
});

test('an invalid setting ends the start with an error that names it', async () => {
  const folder = await makeFolder();
  await expect(startOn(folder, { SMTP_URL: 'mail.firm.example' })).rejects.toThrow(/SMTP_URL cannot be read/);
  await expect(startOn(folder, { PORT: 'http' })).rejects.toThrow(/PORT is not a port number/);
});

test('a port in use ends the start with an error that names it', async () => {
  const folder = await makeFolder();
  const first = await startOn(folder);
  const { port } = new URL(first.url);
  await expect(startApp({ DATA_DIR: join(folder, 'other'), PORT: port })).rejects.toThrow(
    /Port \d+ of 127.0.0.1 is in use/,
  );
  await first.stop();
});

test('the secrets are readable only by their owner', async () => {
  const folder = await makeFolder();
  const app = await startOn(folder);
  const modes = spawnSync('stat', ['-c', '%a', join(folder, 'secrets.json'), join(folder, 'postgres')], {
    encoding: 'utf8',
  });
  await app.stop();
  expect(modes.stdout.trim().split('\n')).toEqual(['600', '700']);
});

test('with DATABASE_URL the app starts no PostgreSQL of its own', async () => {
  const owner = await startTestApp({ smtp: false });
  const secrets = await readJson(join(owner.dataFolder, 'secrets.json'));
  const running = await readJson(join(owner.dataFolder, 'running.json'));
  const name = `other_${randomUUID().slice(0, 8)}`;
  await owner.query(`create database ${name}`);
  const url = `postgres://postgres:${secrets.databasePassword}@127.0.0.1:${running.databasePort}/${name}`;
  const folder = await makeFolder();
  const app = await startOn(folder, { DATABASE_URL: url });
  expect((await fetch(`${app.url}/rest/v1/categories`, { headers: { apikey: await anonKeyOf(folder) } })).status).toBe(
    200,
  );
  expect(await app.stop()).toBe(0);
  const database = connectDatabase(url);
  const { rows } = await database.pool.query('select count(*)::int as n from supabase_migrations.schema_migrations');
  expect(rows[0].n).toBeGreaterThan(0);
  await closeDatabase(database);
  await owner.stop();
});

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function anonKeyOf(folder: string): Promise<string> {
  const printed = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/cli/admin.ts', 'keys', '--json'],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DATA_DIR: folder },
      encoding: 'utf8',
    },
  );
  return JSON.parse(printed.stdout).anon_key;
}
