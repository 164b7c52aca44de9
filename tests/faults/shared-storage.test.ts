import { setTimeout as sleep } from 'node:timers/promises';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { createClient } from '@supabase/supabase-js';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { type TestApp, startTestApp, waitFor } from '../support/test-app.ts';

/** Several app processes on one database and one folder of bytes, as the README describes it. */
type Process = { app: AppProcess; dataFolder: string; pid: () => Promise<number> };

let app: TestApp;
let databaseUrl: string;
const others: Process[] = [];
const storageFolder = (...names: string[]) => join(app.dataFolder, 'storage', ...names);

beforeAll(async () => {
  app = await startTestApp();
  const secrets = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const { databasePort } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  databaseUrl = `postgres://postgres:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${databasePort}/postgres`;
  await app.service.storage.createBucket('papers', { public: false });
});
afterEach(async () => {
  for (const other of others.splice(0)) {
    await other.app.kill();
    await rm(other.dataFolder, { recursive: true, force: true });
  }
});
afterAll(() => app?.stop());

async function startAnother(): Promise<Process> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'app-'));
  await copyFile(join(app.dataFolder, 'secrets.json'), join(dataFolder, 'secrets.json'));
  await symlink(storageFolder(), join(dataFolder, 'storage'));
  const env = {
    ...{ PORT: String(await freePort()), DATA_DIR: dataFolder, DATABASE_URL: databaseUrl },
    ...{ SITE_URL: app.url, SAMPLE_CONTENT: 'false' },
  };
  const another = await startPatiently(env);
  const pid = async () => Number(JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')).pid);
  const process = { app: another, dataFolder, pid };
  others.push(process);
  return process;
}

/** A start that loses a deadlock against the uploads is started again, as a supervisor does. */
async function startPatiently(env: Record<string, string>): Promise<AppProcess> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await startApp(env);
    } catch (error) {
      if (attempt === 10 || !/deadlock|lock timeout/.test(String(error))) throw error;
    }
  }
}

const papersAt = (url: string) =>
  createClient(url, app.serviceRoleKey, { auth: { persistSession: false } }).storage.from('papers');

const versions = async () =>
  new Set((await app.query('select version from storage.objects')).map(({ version }) => String(version)));
const files = async (folder: string) =>
  (await readdir(storageFolder(folder), { recursive: true }).catch(() => [])).filter((name) =>
    /[0-9a-f-]{36}$/.test(name),
  );
const storedVersions = async () =>
  (await files('objects')).map((name) => name.slice(-36)).filter((name) => name.length === 36);
async function missingBytes(): Promise<string[]> {
  const stored = new Set(await storedVersions());
  return [...(await versions())].filter((version) => !stored.has(version));
}
/** Half-received files, of whatever process. */
const halfReceived = async () =>
  (await readdir(storageFolder(), { recursive: true })).filter((name) => /incoming[/\\][^/\\]+$/.test(name));
/** Half-received files and marks, of whatever process. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(storageFolder('processes'), { recursive: true }).catch(() => []);
  return names.filter((name) => /(incoming|unsettled)[/\\]/.test(name));
}

/** Uploads until told to stop; notes what was acknowledged. */
function keepUploading(url: string, lane: string, acknowledged: string[]): () => Promise<void> {
  let stopped = false;
  const papers = papersAt(url);
  const work = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const key = `${lane}/${n}.txt`;
      const { error } = await papers.upload(key, `${key} ${'x'.repeat(2000)}`);
      if (!error) acknowledged.push(key);
      await sleep(30);
    }
  })();
  return async () => {
    stopped = true;
    await work;
  };
}

/** An upload whose body arrives when the test says so. */
async function beginUpload(url: string, key: string): Promise<{ finish: () => void; answer: Promise<Response> }> {
  const before = (await halfReceived()).length;
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const answer = fetch(`${url}/storage/v1/object/papers/${key}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.serviceRoleKey}`, 'Content-Type': 'text/plain' },
    body: body.readable,
    duplex: 'half',
  } as RequestInit);
  // Some of these break off on purpose.
  answer.catch(() => {});
  void writer.write(Buffer.from('the first half, ')).catch(() => {});
  await waitFor(async () => (await halfReceived()).length > before);
  return {
    answer,
    finish: () => {
      const whole = writer.write(Buffer.from('the second half')).then(() => writer.close());
      whole.catch(() => {});
    },
  };
}

/** Lets nobody write the row of a key until it is let go. */
async function holdRow(key: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`storage papers/${key}`]);
  return () => client.end();
}

test('a starting process leaves alone what another is receiving', async () => {
  const upload = await beginUpload(app.url, 'slow.txt');
  await startAnother();
  upload.finish();
  expect((await upload.answer).status).toBe(200);
  expect(await missingBytes()).toEqual([]);
});

test('a starting process leaves alone what another has received and not yet written into its row', async () => {
  const upload = await beginUpload(app.url, 'held.txt');
  const letGo = await holdRow('held.txt');
  upload.finish();
  await waitFor(async () => (await storedVersions()).length > (await versions()).size);
  await startAnother();
  await letGo();
  // A start that took longer than a statement may wait fails the upload; what is acknowledged must be there.
  const isAcknowledged = (await upload.answer).ok;
  const { error } = await papersAt(app.url).download('held.txt');
  expect(error === null).toBe(isAcknowledged);
  expect(await missingBytes()).toEqual([]);
});

test('what a killed process has left is settled by the next that starts', async () => {
  const other = await startAnother();
  const half = await beginUpload(other.app.url, 'cut-1.txt');
  const held = await beginUpload(other.app.url, 'cut-2.txt');
  const letGo = await holdRow('cut-2.txt');
  held.finish();
  await waitFor(async () => (await storedVersions()).length > (await versions()).size);
  await other.app.kill();
  await letGo();
  await Promise.allSettled([half.answer, held.answer]);
  expect((await leftovers()).length).toBeGreaterThan(0);
  // The database may still be busy with what the killed process had asked of it.
  await waitFor(async () => !(await isHeldInDatabase()));
  await startAnother();
  expect(await leftovers()).toEqual([]);
  expect((await storedVersions()).toSorted()).toEqual([...(await versions())].toSorted());
});

test('a process that was stopped for a while goes on with its upload', async () => {
  const other = await startAnother();
  const upload = await beginUpload(other.app.url, 'paused.txt');
  process.kill(await other.pid(), 'SIGSTOP');
  await startAnother();
  process.kill(await other.pid(), 'SIGCONT');
  upload.finish();
  expect((await upload.answer).status).toBe(200);
  expect(await missingBytes()).toEqual([]);
});

test('a process taken for dead acknowledges nothing that was settled, and then works on', async () => {
  const other = await startAnother();
  const upload = await beginUpload(other.app.url, 'late.txt');
  const pid = await other.pid();
  process.kill(pid, 'SIGSTOP');
  await app.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'india-going-global lock'`,
  );
  await startAnother();
  process.kill(pid, 'SIGCONT');
  upload.finish();
  expect((await upload.answer).ok).toBe(false);
  expect(await missingBytes()).toEqual([]);
  const papers = papersAt(other.app.url);
  expect((await papers.upload('late.txt', 'once more')).error).toBeNull();
  expect((await papers.download('late.txt')).error).toBeNull();
});

test('what an older version of the app has left is settled once nobody can be at work on it', async () => {
  const [lost, fresh] = [randomUUID(), randomUUID()];
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of ['incoming', 'unsettled']) await mkdir(storageFolder(name), { recursive: true });
  for (const version of [lost, fresh]) {
    const shelf = storageFolder('objects', version.slice(0, 2));
    await mkdir(shelf, { recursive: true });
    const paths = [join(shelf, version), storageFolder('incoming', version), storageFolder('unsettled', version)];
    for (const path of paths) {
      await writeFile(path, '');
      if (version === lost) await utimes(path, longAgo, longAgo);
    }
  }
  await startAnother();
  expect(await readdir(storageFolder('incoming'))).toEqual([fresh]);
  expect(await readdir(storageFolder('unsettled'))).toEqual([fresh]);
  expect(await storedVersions()).toContain(fresh);
  expect(await storedVersions()).not.toContain(lost);
});

test('processes that start and are killed cost no upload that any process has acknowledged', async () => {
  const acknowledged: string[] = [];
  const lanes = [1, 2].map((n) => keepUploading(app.url, `first-${n}`, acknowledged));
  for (let round = 0; round < 2; round += 1) {
    const other = await startAnother();
    const ofOther = keepUploading(other.app.url, `other-${round}`, acknowledged);
    await waitFor(() => acknowledged.filter((key) => key.startsWith(`other-${round}/`)).length >= 5);
    await other.app.kill();
    await ofOther();
  }
  for (const stop of lanes) await stop();
  expect(await missingBytes()).toEqual([]);
  const rows = await app.query('select name from storage.objects where name = any($1)', [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
});

/** Whether a transaction still holds, or waits for, an advisory lock of an upload. */
async function isHeldInDatabase(): Promise<boolean> {
  const rows = await app.query(
    `select from pg_stat_activity where application_name = 'india-going-global' and state <> 'idle'`,
  );
  return rows.length > 0;
}
