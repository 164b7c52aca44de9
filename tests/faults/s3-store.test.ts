import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { requireStore } from '#backend/storage/s3-store.ts';
import { type S3Settings, parseStorageUrl } from '#backend/storage/storage-url.ts';
import { checkBackupPlace } from '#operations/diagnosis/check-backups.ts';
import { checkStoredFiles } from '#operations/diagnosis/check-files.ts';
import { databaseUrlOf } from '../server/database.ts';
import { freePort } from '../support/app-process.ts';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';
import { spawnStart } from '../server/spawn-start.ts';
import { type TestApp, fillDataFolder, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** The secret and the key of the store. */
const SECRET = /S3RVER/;
const UNAVAILABLE = {
  statusCode: '503',
  message: 'The store of files does not answer at the moment, please try again',
};

let s3: S3TestStore;
let app: TestApp;
beforeAll(async () => {
  s3 = await startS3Store();
  app = await startTestApp({ env: { STORAGE_URL: s3.storageUrl } });
  await app.service.storage.createBucket('papers', { public: true });
});
afterAll(async () => {
  await app?.stop();
  await s3?.stop();
});
beforeEach(() => {
  s3.mode = 'answer';
});

const papers = () => app.service.storage.from('papers');
const versions = async () =>
  (await app.query('select version from storage.objects')).map(({ version }) => String(version)).toSorted();
const marks = async () => app.query('select process, again_until from backend.unsettled_versions');
const stored = async () => (await s3.keys()).map((key) => key.slice(-36)).toSorted();
/** Expects that the store has the bytes of all objects and of `foreign` versions, and nothing else. */
async function expectNoOrphans(foreign: string[] = []): Promise<void> {
  await expect.poll(stored).toEqual([...(await versions()), ...foreign].toSorted());
}

test('an upload is in the store under its version, and the start leaves no probe', async () => {
  expect((await papers().upload('first.txt', 'first')).error).toBeNull();
  const [version = ''] = await versions();
  expect(await s3.keys()).toEqual([`objects/${version.slice(0, 2)}/${version}`]);
  expect(await marks()).toEqual([]);
});

test('a range request reads only the range from the store', async () => {
  await papers().upload('range.txt', '0123456789');
  s3.requests.length = 0;
  const url = `${app.url}/storage/v1/object/public/papers/range.txt`;
  const answer = await fetch(url, { headers: { Range: 'bytes=2-4' } });
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ]);
  const conditional = await fetch(url, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
  expect(conditional.status).toBe(304);
  expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe('10');
  expect(s3.requests.map(({ method, range }) => [method, range])).toEqual([['GET', 'bytes=2-4']]);
});

test('while the store is away objects are removed, whose bytes go later, and nothing else is acknowledged', async () => {
  await papers().upload('there.txt', 'there');
  await papers().upload('gone.txt', 'gone');
  s3.mode = '503';
  expect((await papers().remove(['gone.txt'])).error).toBeNull();
  expect((await papers().download('gone.txt')).error).toMatchObject({ name: 'StorageApiError' });
  expect(await marks()).toContainEqual({ process: null, again_until: null });
  for (const mode of ['503', 'cut'] as const) {
    s3.mode = mode;
    const { error } = await papers().upload(`lost-${mode}.txt`, 'lost');
    expect(error, mode).toMatchObject(UNAVAILABLE);
    expect((await papers().copy('there.txt', `copy-${mode}.txt`)).error, mode).toMatchObject(UNAVAILABLE);
    const read = await fetch(`${app.url}/storage/v1/object/public/papers/there.txt`);
    expect([read.status, read.headers.get('retry-after')], mode).toEqual([503, '2']);
    expect(await app.query(`select name from storage.objects where name like '%-${mode}.txt'`)).toEqual([]);
    s3.mode = 'answer';
    expect((await papers().upload(`lost-${mode}.txt`, 'found')).error, mode).toBeNull();
    expect(await (await papers().download('there.txt')).data?.text(), mode).toBe('there');
  }
  await app.restart('stop');
  await expectNoOrphans();
});

test('an object that is replaced after its row was read is read and copied as it is now', async () => {
  const replaceDuring = async <T>(work: PromiseLike<T>, text: string): Promise<T> => {
    const working = Promise.resolve(work);
    await waitFor(() => s3.mode === 'answer');
    expect((await papers().upload('replaced.txt', text, { upsert: true })).error).toBeNull();
    return working;
  };
  await papers().upload('replaced.txt', 'first');
  s3.mode = 'one late read';
  const read = await replaceDuring(papers().download('replaced.txt'), 'second');
  expect(await read.data?.text()).toBe('second');
  s3.mode = 'one late read';
  expect((await replaceDuring(papers().copy('replaced.txt', 'copied.txt'), 'third')).error).toBeNull();
  expect(await (await papers().download('copied.txt')).data?.text()).toBe('third');
  s3.mode = 'one late read';
  const gone = Promise.resolve(papers().download('copied.txt'));
  await waitFor(() => s3.mode === 'answer');
  await papers().remove(['copied.txt']);
  expect((await gone).data).toBeNull();
  await expectNoOrphans();
});

test('the doctor writes to a store of backups, and leaves nothing there', async () => {
  const database = connectDatabase(await databaseUrlOf(app));
  const settings = parseStorageUrl(s3.storageUrl) as S3Settings;
  const before = await s3.keys();
  expect(await checkBackupPlace(database, { kind: 's3', settings })).toMatchObject({ state: 'good' });
  expect(await s3.keys()).toEqual(before);
  await closeDatabase(database);
});

test('a file that is deleted while the doctor looks is not missing', async () => {
  for (const name of ['kept.txt', 'deleted.txt']) await papers().upload(name, name);
  const database = connectDatabase(await databaseUrlOf(app));
  s3.requests.length = 0;
  s3.mode = 'one late read';
  const checking = checkStoredFiles(database, { folder: '', store: parseStorageUrl(s3.storageUrl) as S3Settings });
  await waitFor(() => s3.mode === 'answer');
  const version = s3.requests
    .find(({ method }) => method === 'GET')
    ?.path.split('?')[0]
    ?.slice(-36);
  const [held] = await app.query('select name from storage.objects where version = $1', [version]);
  await papers().remove([String(held?.['name'])]);
  expect(await checking).toMatchObject({ state: 'good' });
  await closeDatabase(database);
});

test.each([
  ['meets a connection which the store closes', 'cut one put'],
  ['has the time of a clock that is wrong', 'skew one put'],
] as const)('an upload that %s is sent again', async (_, mode) => {
  s3.mode = mode;
  expect((await papers().upload(`${mode}.txt`, 'again')).error).toBeNull();
  expect(await (await papers().download(`${mode}.txt`)).data?.text()).toBe('again');
  await expectNoOrphans();
});

test('an upload that another process has settled fails, and leaves no bytes', async () => {
  s3.mode = 'hold';
  const upload = papers().upload('settled.txt', 'settled');
  await waitFor(async () => (await marks()).some(({ process }) => process !== null));
  await app.query('update backend.unsettled_versions set process = null where process is not null');
  s3.mode = 'answer';
  expect((await upload).error).not.toBeNull();
  expect(await app.query(`select from storage.objects where name = 'settled.txt'`)).toEqual([]);
  await expectNoOrphans();
});

test('a SIGKILL between the bytes and their row leaves neither; one during many uploads loses no acknowledged upload and leaves no row without bytes; neither removes bytes without a row and a mark: a wrong database does not cost the files', async () => {
  await app.query(`create function storage.wait() returns trigger language plpgsql
    as $$ begin if new.metadata is not null then perform pg_sleep(2); end if; return new; end $$`);
  await app.query('create trigger wait before insert on storage.objects for each row execute function storage.wait()');
  const before = await stored();
  const upload = papers().upload('killed.txt', 'bytes without a row');
  const killed = await waitFor(async () => (await stored()).find((version) => !before.includes(version)));
  await app.process().kill();
  // The statement of the killed process still holds its lock.
  await app.restart('kill');
  expect((await upload).error).not.toBeNull();
  await app.query('drop trigger wait on storage.objects');
  expect(await app.query(`select from storage.objects where name = 'killed.txt'`)).toEqual([]);

  await papers().upload('foreign.txt', 'of another database');
  const [foreign] = await app.query(`delete from storage.objects where name = 'foreign.txt' returning version`);
  const acknowledged: string[] = [];
  const uploadMany = async (worker: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const key = `many/${worker}-${n % 7}.txt`;
      const { error } = await papers().upload(key, `${key} ${'x'.repeat(5000)}`, { upsert: true });
      if (error) return;
      acknowledged.push(key);
    }
  };
  const uploads = [0, 1, 2].map(uploadMany);
  await waitFor(() => acknowledged.length >= 60);
  await app.restart('kill');
  await Promise.all(uploads);
  await expect.poll(stored).not.toContain(killed);
  for (const key of new Set(acknowledged)) {
    expect((await (await papers().download(key)).data?.text())?.startsWith(`${key} `)).toBe(true);
  }
  await app.restart('stop');
  await expectNoOrphans([String(foreign?.['version'])]);
  // A request of the killed processes could still arrive, so their marks stay for a while.
  expect((await marks()).every(({ process }) => process === null)).toBe(true);
  await papers().upload('another.txt', 'another');
  expect(await stored()).toContain(foreign?.['version']);
});

test('the log has no key of the store', () => {
  expect(app.process().said()).not.toMatch(SECRET);
});

test('a start waits for its store, says so once, and is ready when the store answers', async () => {
  s3.mode = '503';
  const env = { DATA_DIR: `${app.dataFolder}/other-${randomUUID()}`, STORAGE_URL: s3.storageUrl };
  await mkdir(env.DATA_DIR, { mode: 0o700 });
  await fillDataFolder(env.DATA_DIR);
  const start = spawnStart({ ...env, PORT: String(await freePort()) });
  await expect.poll(start.output).toContain('Waiting for the store of files');
  await sleep(1000);
  expect(start.output()).toMatch(/^Waiting for the store of files: .*cannot be used.* …\n$/);
  s3.mode = 'answer';
  await expect.poll(start.output, LONG).toMatch(/^ready /m);
  start.child.kill('SIGTERM');
  expect((await start.ended).code).toBe(0);
});

test.each([
  ['a bucket that does not exist', (url: string) => url.replace('site-files', 'no-such-bucket'), 'no bucket'],
  ['an unknown key', (url: string) => url.replace('S3RVER:', 'AKIAUNKNOWN:'), 'rejects the key'],
  ['a port where nothing listens', (url: string) => url.replace(/:\d+\//, ':1/'), 'cannot be reached'],
])('%s in STORAGE_URL is told in one plain sentence', async (_name, change, sentence) => {
  const settings = parseStorageUrl(change(s3.storageUrl)) as S3Settings;
  // What a start does.
  const error: unknown = await requireStore(settings).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message } = error as Error;
  expect(message).toMatch(/^STORAGE_URL/);
  expect(message).toContain(sentence);
  expect(message).not.toMatch(SECRET);
});
