import { setTimeout as sleep } from 'node:timers/promises';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { askResumable, bearer, beginning, pieceAt } from '../support/resumable.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { connectTo } from '../support/external-database.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { databaseUrlOf } from '../server/database.ts';
import { readRunning } from '../server/requests.ts';

/** One of several app processes on one database and one storage folder, as docs/scale.md describes. */
type Process = { app: AppProcess; dataFolder: string; pid: () => Promise<number> };

let app: TestApp;
let databaseUrl: string;
const others: Process[] = [];
const storageFolder = (...names: string[]) => join(app.dataFolder, 'storage', ...names);

beforeAll(async () => {
  app = await startTestApp();
  databaseUrl = await databaseUrlOf(app);
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
    PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    SITE_URL: app.url,
    SAMPLE_CONTENT: 'false',
  };
  const another = await startWithRetries(env);
  const pid = async () => (await readRunning(dataFolder)).pid;
  const process = { app: another, dataFolder, pid };
  others.push(process);
  return process;
}

/** Starts again after a deadlock with the uploads, as a supervisor does. */
async function startWithRetries(env: Record<string, string>): Promise<AppProcess> {
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
/** Half-received files of any process. */
const halfReceived = async () =>
  (await readdir(storageFolder(), { recursive: true })).filter((name) => /incoming[/\\][^/\\]+$/.test(name));
/** Half-received files and marks of any process. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(storageFolder('processes'), { recursive: true }).catch(() => []);
  return names.filter((name) => /(incoming|unsettled)[/\\]/.test(name));
}

/** Uploads until the returned function is called; records the acknowledged keys. */
function keepUploading(url: string, prefix: string, acknowledged: string[]): () => Promise<void> {
  let stopped = false;
  const papers = papersAt(url);
  const work = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const key = `${prefix}/${n}.txt`;
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

/** Begins an upload; `finish` sends the rest of its body. */
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
  // Some tests abort the request.
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

/** Blocks writes to the row of a key until the returned function is called. */
async function holdRow(key: string, bucket = 'papers'): Promise<() => Promise<void>> {
  const client = await connectTo(databaseUrl);
  await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`storage ${bucket}/${key}`]);
  return () => client.end();
}

test('an object that is replaced during its move is not moved past the limits of the other bucket', async () => {
  await app.service.storage.createBucket('limited', { public: false, fileSizeLimit: 10 });
  const papers = papersAt(app.url);
  expect((await papers.upload('moved.txt', 'small')).error).toBeNull();
  const release = await holdRow('moved.txt', 'limited');
  const moving = papers.move('moved.txt', 'moved.txt', { destinationBucket: 'limited' });
  await waitFor(async () => (await app.query(`select from pg_locks where locktype = 'advisory' and not granted`))[0]);
  expect((await papers.upload('moved.txt', 'longer than ten bytes', { upsert: true })).error).toBeNull();
  await release();
  expect((await moving).error).toMatchObject({ statusCode: '409' });
  expect(await app.query(`select from storage.objects where bucket_id = 'limited'`)).toEqual([]);
});

test('a starting process removes no upload that another process is receiving, or has received without a row', async () => {
  const upload = await beginUpload(app.url, 'slow.txt');
  const received = await beginUpload(app.url, 'held.txt');
  const release = await holdRow('held.txt');
  received.finish();
  await waitFor(async () => (await storedVersions()).length > (await versions()).size);
  await startAnother();
  upload.finish();
  expect((await upload.answer).status).toBe(200);
  await release();
  // The upload fails if the start takes longer than the statement timeout; an acknowledged upload must exist.
  const isAcknowledged = (await received.answer).ok;
  const { error } = await papersAt(app.url).download('held.txt');
  expect(error === null).toBe(isAcknowledged);
  expect(await missingBytes()).toEqual([]);
});

test('a starting process settles the uploads of a killed process, and continues its resumable upload, whose mark was left', async () => {
  const other = await startAnother();
  const service = bearer(app.serviceRoleKey);
  const target = { bucket: 'papers', key: 'resumed.txt' };
  const begun = await askResumable(`${other.app.url}/storage/v1/upload/resumable`, 'POST', {
    ...service,
    ...beginning(target, 10),
  });
  const path = begun.headers.get('location') ?? '';
  const send = (url: string, offset: number, text: string) =>
    askResumable(url + path, 'PATCH', { ...service, ...pieceAt(offset) }, text);
  expect((await send(other.app.url, 0, '01234')).status).toBe(204);
  const [part] = await app.query('select version from backend.upload_parts');
  const whole = async () => [...(await versions()), String(part?.['version'])].toSorted();
  const half = await beginUpload(other.app.url, 'cut-1.txt');
  const held = await beginUpload(other.app.url, 'cut-2.txt');
  const release = await holdRow('cut-2.txt');
  held.finish();
  await waitFor(async () => (await storedVersions()).length > (await whole()).length);
  await other.app.kill();
  await release();
  await Promise.allSettled([half.answer, held.answer]);
  expect((await leftovers()).length).toBeGreaterThan(0);
  // Statements of the killed process may still be running.
  await waitFor(async () => !(await isHeldInDatabase()));
  const marks = storageFolder('processes', randomUUID(), 'unsettled');
  await mkdir(marks, { recursive: true });
  await writeFile(join(marks, String(part?.['version'])), '');
  const second = await startAnother();
  expect(await leftovers()).toEqual([]);
  expect((await storedVersions()).toSorted()).toEqual(await whole());
  expect((await send(second.app.url, 0, '01234')).status).toBe(409);
  expect((await send(second.app.url, 5, '56789')).status).toBe(204);
  const { data } = await papersAt(app.url).download('resumed.txt');
  expect(await data?.text()).toBe('0123456789');
  expect(await missingBytes()).toEqual([]);
});

test('a process continues its upload after SIGSTOP and SIGCONT; one that lost its lock does not acknowledge it, and accepts the next; what starts meanwhile settles files of an older version after an hour', async () => {
  const other = await startAnother();
  const pid = await other.pid();
  const paused = await beginUpload(other.app.url, 'paused.txt');
  process.kill(pid, 'SIGSTOP');
  const { lost, fresh } = await leaveFilesOfOlderVersion();
  await startAnother();
  expect(await readdir(storageFolder('incoming'))).toEqual([fresh]);
  expect(await readdir(storageFolder('unsettled'))).toEqual([fresh]);
  expect(await storedVersions()).toContain(fresh);
  expect(await storedVersions()).not.toContain(lost);
  process.kill(pid, 'SIGCONT');
  paused.finish();
  expect((await paused.answer).status).toBe(200);

  const late = await beginUpload(other.app.url, 'late.txt');
  process.kill(pid, 'SIGSTOP');
  await app.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'web-backend lock'`);
  await startAnother();
  process.kill(pid, 'SIGCONT');
  late.finish();
  expect((await late.answer).ok).toBe(false);
  expect(await missingBytes()).toEqual([]);
  const papers = papersAt(other.app.url);
  expect((await papers.upload('late.txt', 'once more')).error).toBeNull();
  expect((await papers.download('late.txt')).error).toBeNull();
});

/** A file that was being received and one with a mark, each from two hours ago and from now. */
async function leaveFilesOfOlderVersion(): Promise<{ lost: string; fresh: string }> {
  const [lost, fresh] = [randomUUID(), randomUUID()];
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of ['incoming', 'unsettled']) await mkdir(storageFolder(name), { recursive: true });
  for (const version of [lost, fresh]) {
    const folder = storageFolder('objects', version.slice(0, 2));
    await mkdir(folder, { recursive: true });
    const paths = [join(folder, version), storageFolder('incoming', version), storageFolder('unsettled', version)];
    for (const path of paths) {
      await writeFile(path, '');
      if (version === lost) await utimes(path, longAgo, longAgo);
    }
  }
  return { lost, fresh };
}

test('processes that start and are killed lose no acknowledged upload of any process', async () => {
  const acknowledged: string[] = [];
  const stopUploads = [1, 2].map((n) => keepUploading(app.url, `first-${n}`, acknowledged));
  for (let round = 0; round < 2; round += 1) {
    const other = await startAnother();
    const stopOther = keepUploading(other.app.url, `other-${round}`, acknowledged);
    await waitFor(() => acknowledged.filter((key) => key.startsWith(`other-${round}/`)).length >= 5);
    await other.app.kill();
    await stopOther();
  }
  for (const stop of stopUploads) await stop();
  expect(await missingBytes()).toEqual([]);
  const rows = await app.query('select name from storage.objects where name = any($1)', [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
});

/** Whether a transaction still holds or awaits the advisory lock of an upload. */
async function isHeldInDatabase(): Promise<boolean> {
  const rows = await app.query(
    `select from pg_stat_activity where application_name = 'web-backend' and state <> 'idle'`,
  );
  return rows.length > 0;
}
