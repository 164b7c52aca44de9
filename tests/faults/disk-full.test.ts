import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { startApp } from '../support/app-process.ts';
import { recordFigure } from '../support/fault-runs.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { connectTo } from '../support/external-database.ts';
import { databaseUrlOf } from '../server/database.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/** The database takes about 60 MB of it, and its log up to 80 MB. */
const DISK_MB = 200;
/** More than the database's log has reserved. */
const SAVES = 400;
const TEXT = 200_000;
const POLL = { ...LONG, interval: 200 };
const KEPT = ['/', '/blog'];

const disk = mountSmallDisk(DISK_MB);
let app: TestApp;

beforeAll(async () => {
  if (!disk) return;
  app = await startTestApp({ parentFolder: disk.folder });
  await app.service.storage.createBucket('papers', { public: false });
  for (const path of KEPT) await waitFor(async () => (await statusOf(path)) === 200);
});
afterAll(async () => {
  disk?.empty();
  await app?.stop();
  disk?.unmount();
});

const statusOf = async (path: string) => (await fetch(app.url + path)).status;

async function save(saved: string[]): Promise<string> {
  const slug = `post-${randomUUID()}`;
  // Random text, which PostgreSQL cannot compress.
  const content = randomBytes(TEXT / 2).toString('hex');
  const { error, status } = await app.service.from('blog_posts').insert({ title: slug, slug, content });
  if (!error) saved.push(slug);
  return error ? `${status} ${error.code}` : '201';
}

async function upload(uploaded: string[]): Promise<string> {
  const name = `${randomUUID()}.txt`;
  const { error } = await app.service.storage.from('papers').upload(name, randomBytes(300_000));
  if (!error) uploaded.push(name);
  return error ? `${(error as { status?: number }).status} ${error.message}` : '200';
}

/** Writes to the log of PostgreSQL until it has no space either, which ends PostgreSQL. */
async function fillLog(client: pg.Client): Promise<boolean> {
  for (let megabytes = 0; megabytes < 2 * DISK_MB; megabytes += 1) {
    const text = `select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`;
    const isWritten = await client.query(text).then(
      () => true,
      () => false,
    );
    if (!isWritten) return true;
  }
  return false;
}

/** No bytes without a row, no row without bytes, nothing half received. */
async function expectNoHalfFile(): Promise<void> {
  const storage = join(app.dataFolder, 'storage');
  const names = await readdir(join(storage, 'objects'), { recursive: true });
  const stored = names.map((name) => name.slice(-36)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
  const rows = await app.query('select version from storage.objects');
  expect(stored.toSorted()).toEqual(rows.map(({ version }) => String(version)).toSorted());
  const processes = await readdir(join(storage, 'processes'), { recursive: true });
  expect(processes.filter((name) => /incoming\/./.test(name))).toEqual([]);
}

async function expectKept(saved: readonly string[], uploaded: readonly string[]): Promise<void> {
  const rows = await app.query(
    `select slug, length(content) as length from public.blog_posts where slug like 'post-%'`,
  );
  const lengths = new Map(rows.map(({ slug, length }) => [slug, length]));
  expect(saved.filter((slug) => lengths.get(slug) !== TEXT)).toEqual([]);
  for (const name of uploaded) {
    const { data } = await app.service.storage.from('papers').download(name);
    expect((await data?.arrayBuffer())?.byteLength, name).toBe(300_000);
  }
}

test.skipIf(!disk)(
  'on a full disk writes are answered with 503, kept pages are served, and all works again when there is free space',
  async () => {
    onTestFailed(() => console.error(app.logged().slice(-4000)));
    const saved: string[] = [];
    const uploaded: string[] = [];
    expect([await save(saved), await upload(uploaded)]).toEqual(['201', '200']);
    // A full disk may have no space for new connections.
    const client = await connectTo(await databaseUrlOf(app));
    await disk?.fill();

    const saves = new Set<string>();
    for (let n = 0; n < SAVES && [...saves].every((one) => one === '201'); n += 1) saves.add(await save(saved));
    const uploads = new Set<string>();
    for (let n = 0; n < 3; n += 1) uploads.add(await upload(uploaded));
    expect([...saves].some((one) => one !== '201')).toBe(true);
    expect([...saves].filter((one) => !/^201$|^503 (53100|PGRST00\d)$/.test(one))).toEqual([]);
    expect([...uploads].filter((one) => !one.startsWith('503 '))).toEqual([]);
    expect([200, 503]).toContain(await sendTestEnquiry(app, 'On a full disk', randomAddress()));
    for (const path of KEPT) expect(await statusOf(path)).toBe(200);

    expect(await fillLog(client)).toBe(true);
    await expect.poll(() => save(saved), POLL).toMatch(/^503 /);
    for (const path of KEPT) expect(await statusOf(path)).toBe(200);

    disk?.empty();
    const emptied = performance.now();
    await expect.poll(() => save(saved), POLL).toBe('201');
    recordFigure('Recovery of a full disk', `${Math.round(performance.now() - emptied)} ms after there was free space`);
    await expect.poll(() => upload(uploaded), POLL).toBe('200');
    expect(await sendTestEnquiry(app, 'With free space again', randomAddress())).toBe(200);
    await waitFor(() => app.mails().some(({ text }) => text.includes('With free space again')));
    await expectKept(saved, uploaded);
    await expectNoHalfFile();
    recordFigure(
      'Full disk',
      `${saved.length} posts and ${uploaded.length} files kept; answers ${[...saves, ...uploads].join(', ')}`,
    );
  },
);

test.skipIf(!disk)(
  'a start on a full disk ends with the reason or serves, and the next one has everything',
  async () => {
    const saved: string[] = [];
    await save(saved);
    await app.process().kill();
    await disk?.fill();
    const env = { DATA_DIR: app.dataFolder, PORT: new URL(app.url).port, SAMPLE_CONTENT: 'false' };
    const outcome = await startApp(env).then(
      async (started) => {
        await started.stop();
        return 'served';
      },
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^served$|No space left on device/);
    disk?.empty();
    await app.restart('kill');
    await expectKept(saved, []);
  },
);
