import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFullRun, recordFigure, summarise } from '../support/fault-runs.ts';
import { postmasterPid, serverProcesses, signalAll } from '#backend-tests/support/postgres-processes.ts';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { LONG, SLOWNESS, VERY_LONG } from '#backend-tests/support/slowness.ts';

/** Of each three, two end the app, and one ends the app and PostgreSQL, as a power cut does. */
const KILLS = isFullRun ? 100 : 4;
const MAX_LIFE_MS = 1_500;
const TRIED_AND_FREE = `select from mail.outbox where attempts > 0 and claimed_until is null and delivered_at is null`;
const BUCKET = 'papers';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.service.storage.createBucket(BUCKET, { public: false });
});
afterAll(() => app?.stop());

/** What the app has acknowledged. */
type Acknowledged = {
  /** The last acknowledged content of each post, and the contents that were sent after it. */
  posts: Map<string, { content: string; later: string[] }>;
  /** The hash of each file; empty for pictures. */
  files: Map<string, string>;
  enquiries: string[];
};

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function savePost({ posts }: Acknowledged): Promise<boolean> {
  const slug = `post-${randomUUID()}`;
  const content = 'first';
  const { error } = await app.service.from('blog_posts').insert({ title: slug, slug, content, status: 'published' });
  if (!error) posts.set(slug, { content, later: [] });
  return !error;
}

async function changePost({ posts }: Acknowledged): Promise<boolean> {
  const [slug, post] = [...posts][randomInt(posts.size || 1)] ?? [];
  if (slug === undefined || !post) return true;
  const content = randomUUID();
  post.later.push(content);
  const { error } = await app.service.from('blog_posts').update({ content }).eq('slug', slug);
  if (!error) posts.set(slug, { content, later: [] });
  return !error;
}

async function uploadPicture({ files }: Acknowledged): Promise<boolean> {
  const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)];
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const name = `${randomUUID()}.png`;
  const { error } = await app.service.storage.from('media').upload(name, png, { contentType: 'image/png' });
  if (!error) files.set(`media/${name}`, '');
  return !error;
}

async function uploadFile({ files }: Acknowledged): Promise<boolean> {
  const bytes = Buffer.from(`${randomUUID()} `.repeat(randomInt(1, 20_000)));
  const name = `${randomUUID()}.txt`;
  const { error } = await app.service.storage.from(BUCKET).upload(name, bytes, { contentType: 'text/plain' });
  if (!error) files.set(`${BUCKET}/${name}`, hashOf(bytes));
  return !error;
}

async function enquire({ enquiries }: Acknowledged): Promise<boolean> {
  const message = `Enquiry ${randomUUID()}`;
  const status = await sendTestEnquiry(app, message, randomAddress()).catch(() => 0);
  if (status === 200) enquiries.push(message);
  return status === 200;
}

/** Acts one after another until the returned function is called; waits a moment after each that failed. */
function repeat(act: () => Promise<boolean>): () => Promise<void> {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) await sleep((await act().catch(() => false)) ? 10 : 100);
  })();
  return async () => {
    isStopped = true;
    await running;
  };
}

async function killAndStart(kill: number): Promise<number> {
  const isPowerCut = kill % 3 === 2;
  const server = isPowerCut ? serverProcesses(app.dataFolder) : [];
  const begun = performance.now();
  if (isPowerCut) signalAll([postmasterPid(app.dataFolder), ...server], 'SIGKILL');
  await app.restart('kill');
  return performance.now() - begun;
}

/** Ends the claims of killed processes, which otherwise last three minutes, and waits until all mail has arrived. */
async function deliverAll(): Promise<void> {
  await app.query(
    `update mail.outbox set claimed_until = null, next_attempt_at = created_at where delivered_at is null`,
  );
  await sendTestEnquiry(app, 'Wakes the delivery', randomAddress());
  const waiting = () => app.query('select id, given_up_at, last_error from mail.outbox where delivered_at is null');
  await expect.poll(waiting, { ...LONG, interval: 500 }).toEqual([]);
}

async function expectPosts({ posts }: Acknowledged): Promise<void> {
  const rows = await app.query(`select slug, content from public.blog_posts where slug like 'post-%'`);
  const kept = new Map(rows.map(({ slug, content }) => [String(slug), String(content)]));
  const wrong = [...posts].filter(([slug, { content, later }]) => {
    const found = kept.get(slug);
    return found !== content && !later.includes(found ?? '');
  });
  expect(wrong).toEqual([]);
}

/** Pictures are encoded again, so they have no hash. */
async function isWhole(bytes: Buffer, hash: string): Promise<boolean> {
  return hash ? hashOf(bytes) === hash : (await sharp(bytes).stats()).isOpaque;
}

async function expectFiles({ files }: Acknowledged): Promise<void> {
  for (const [path, hash] of files) {
    const [bucket = '', name = ''] = path.split('/');
    const { data, error } = await app.service.storage.from(bucket).download(name);
    expect(error, path).toBeNull();
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
    expect(await isWhole(bytes, hash), path).toBe(true);
  }
}

/** No file without a row, no row without a file, no file that was being received, and no folder of an ended process. */
async function expectNoHalfFile(): Promise<void> {
  const storage = join(app.dataFolder, 'storage');
  const names = await readdir(join(storage, 'objects'), { recursive: true });
  const stored = names.map((name) => name.slice(-36)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
  const rows = await app.query('select version from storage.objects');
  expect(stored.toSorted()).toEqual(rows.map(({ version }) => String(version)).toSorted());
  expect(await readdir(join(storage, 'processes'))).toHaveLength(1);
  const processes = await readdir(join(storage, 'processes'), { recursive: true });
  expect(processes.filter((name) => /(incoming|unsettled)\/./.test(name))).toEqual([]);
}

/** Each acknowledged enquiry arrived; all copies of one have the same Message-ID. Returns the number of copies. */
function expectMails({ enquiries }: Acknowledged): number {
  const idsOf = new Map<string, string[]>();
  for (const { text, messageId } of app.mails()) {
    const message = /Enquiry [0-9a-f-]{36}/.exec(text)?.[0];
    if (message) idsOf.set(message, [...(idsOf.get(message) ?? []), messageId]);
  }
  expect(enquiries.filter((message) => !idsOf.has(message))).toEqual([]);
  expect([...idsOf].filter(([, ids]) => new Set(ids).size !== 1)).toEqual([]);
  return [...idsOf.values()].reduce((sum, ids) => sum + ids.length, 0) - idsOf.size;
}

test(
  'SIGKILLs at random moments lose nothing that was acknowledged',
  isFullRun ? { timeout: 840_000 * SLOWNESS } : VERY_LONG,
  async () => {
    const acknowledged: Acknowledged = { posts: new Map(), files: new Map(), enquiries: [] };
    const acts = [savePost, changePost, uploadPicture, uploadFile, enquire];
    const stops = acts.map((act) => repeat(() => act(acknowledged)));
    const restarts: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(randomInt(MAX_LIFE_MS));
      restarts.push(await killAndStart(kill));
    }
    for (const stop of stops) await stop();
    await deliverAll();

    await expectPosts(acknowledged);
    await expectFiles(acknowledged);
    await expectNoHalfFile();
    const copies = expectMails(acknowledged);
    const { posts, files, enquiries } = acknowledged;
    for (const some of [posts.size, files.size, enquiries.length]) expect(some).toBeGreaterThan(0);
    recordFigure('SIGKILLs survived', `${KILLS}, ${Math.floor(KILLS / 3)} of them with PostgreSQL`);
    recordFigure('Kept through them', `${posts.size} posts, ${files.size} files, ${enquiries.length} enquiries`);
    recordFigure('Mails delivered', `${app.mails().length}, ${copies} of them second copies with the same Message-ID`);
    recordFigure('From SIGKILL to ready', summarise(restarts));
  },
);

test('a session and an enquiry survive a SIGKILL', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.getSession();
  await app.smtp.stop();
  expect(await sendTestEnquiry(app, 'Kept through a crash')).toBe(200);
  // An attempt that the kill cuts short keeps its claim for three minutes.
  await waitFor(async () => (await app.query(TRIED_AND_FREE)).length === 1);
  await app.restart('kill');
  await app.smtp.start();
  const refreshed = await client.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
  expect(refreshed.error).toBeNull();
  await deliverAll();
  expect(app.mails().filter(({ text }) => text.includes('Kept through a crash'))).toHaveLength(1);
});
