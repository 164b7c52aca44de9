import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ExternalServer, startExternalServer } from '../support/external-database.ts';
import type { Database } from '#contract/database.types.ts';
import type { Manifest } from '#operations/backup/manifest.ts';
import { freePort, startApp } from '../support/app-process.ts';
import { isFullRun } from '../support/fault-runs.ts';
import { type Authenticator, setUpMfa, verifyMfa } from '../support/mfa.ts';
import { randomAddress } from '../support/random-address.ts';
import { manifestOf, onlyBackupIn, runWell } from '../support/run-backup.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { VERY_LONG } from '#backend-tests/support/slowness.ts';

const PERSON = { email: 'owner@firm.example', password: 'a password of the owner' };
/** Posts and files that are there when the backup begins. Only the last, at most five, are written at that moment. */
const WRITES_BEFORE = isFullRun ? 300 : 15;
const FILE_BYTES = 100_000;

let app: TestApp;
const folder = folderForTests();
let external: ExternalServer;
let authenticator: Authenticator;
/** What was acknowledged before the backup began: slugs of posts, and files with their contents. */
const posts: string[] = [];
const files = new Map<string, string>();
let enquiries = 0;
let backup: string;
let made: Manifest;

beforeAll(async () => {
  [app, external] = await Promise.all([startTestApp(), startExternalServer()]);
  const owner = await app.signIn({ admin: true, ...PERSON });
  authenticator = await setUpMfa(owner);
  await app.service.storage.createBucket('papers', { public: true });
  const { data } = await app.service
    .from('blog_posts')
    .insert({ title: 'Moved', slug: 'old-address', content: 'Text', status: 'published' })
    .select('id')
    .single();
  await app.service.from('blog_posts').update({ slug: 'new-address' }).eq('id', data!.id);
  await backUpUnderLoad();
});
afterAll(() => Promise.all([app?.stop(), external?.stop()]));

/** Saves posts, uploads and deletes files and sends enquiries until `isOver`. */
async function writeUntil(isOver: () => boolean, isBefore: () => boolean): Promise<void> {
  const papers = app.service.storage.from('papers');
  const writePosts = async (): Promise<void> => {
    while (!isOver()) {
      const slug = `post-${randomUUID()}`;
      const post = { title: slug, slug, content: `<p>${slug}</p>`.repeat(20), status: 'published' };
      const { error } = await app.service.from('blog_posts').insert(post);
      if (!error && isBefore()) posts.push(slug);
    }
  };
  const keepFiles = async (): Promise<void> => {
    while (!isOver()) {
      const [name, content] = [`kept-${randomUUID()}.txt`, randomBytes(FILE_BYTES).toString('base64')];
      const { error } = await papers.upload(name, content, { contentType: 'text/plain' });
      if (!error && isBefore()) files.set(name, content);
    }
  };
  const deleteFiles = async (): Promise<void> => {
    while (!isOver()) {
      const name = `deleted-${randomUUID()}.txt`;
      await papers.upload(name, 'short-lived', { contentType: 'text/plain' });
      await papers.remove([name]);
    }
  };
  const sendEnquiries = async (): Promise<void> => {
    while (!isOver())
      if ((await sendTestEnquiry(app, 'A question', randomAddress())) === 200 && isBefore()) enquiries += 1;
  };
  await Promise.all([writePosts(), keepFiles(), deleteFiles(), deleteFiles(), sendEnquiries()]);
}

async function backUpUnderLoad(): Promise<void> {
  let state: 'before' | 'during' | 'over' = 'before';
  const writing = writeUntil(
    () => state === 'over',
    () => state === 'before',
  );
  const requireEnough = (): void => {
    if (Math.min(posts.length, files.size) < WRITES_BEFORE || enquiries < 3) throw new Error('Too few writes yet.');
  };
  const to = join(folder, 'backups');
  try {
    await vi.waitFor(requireEnough, { ...VERY_LONG, interval: 50 });
    state = 'during';
    const { stderr } = await runWell('backup', ['--to', to], { DATA_DIR: app.dataFolder, SITE_URL: app.url });
    console.info(stderr.trim());
  } finally {
    state = 'over';
    await writing;
  }
  backup = await onlyBackupIn(to);
  made = await manifestOf(backup);
}

const rowsOf = (manifest: Manifest, name: string): number =>
  manifest.tables.find((table) => `${table.schema}.${table.name}` === name)!.rows;

test('a backup made under load has what was acknowledged before, and a file for each row that names one', async () => {
  expect(made.missing).toEqual([]);
  expect(made.files.length).toBe(rowsOf(made, 'storage.objects'));
  expect(made.files.length).toBeGreaterThanOrEqual(files.size);
  expect(rowsOf(made, 'public.blog_posts')).toBeGreaterThan(posts.length);
  expect(rowsOf(made, 'mail.outbox')).toBeGreaterThanOrEqual(enquiries);
  expect(rowsOf(made, 'auth.mfa_factors')).toBe(1);
});

test('it restores on a fresh folder with the bundled PostgreSQL', async () => {
  const env = { DATA_DIR: join(folder, 'embedded') };
  console.info((await runWell('restore', [backup], env)).stdout.toString().trim());
  expect(await contentOf(env)).toEqual(contentOfBackup());
  await expectSite(env);
});

test('it restores into an empty PostgreSQL of the operator, whose login is not a superuser', async () => {
  const env = { DATA_DIR: join(folder, 'external'), DATABASE_URL: await external.createDatabase() };
  await mkdir(env.DATA_DIR);
  console.info((await runWell('restore', [backup], env)).stdout.toString().trim());
  expect(await contentOf(env)).toEqual(contentOfBackup());
  await expectSite(env);
});

type Content = Pick<Manifest, 'tables' | 'files' | 'sequences' | 'secrets'>;

/** The rows, sequences and files of the backup. The order of rows, and so the checksum of their bytes, may change. */
function contentOfBackup(): Content {
  const { tables, files: archived, sequences, secrets } = made;
  return { tables: tables.map((table) => ({ ...table, sha256: '' })), files: archived, sequences, secrets };
}

/** The same of the restored site, by a backup of it before it is started. */
async function contentOf(env: Record<string, string>): Promise<Content> {
  const to = await mkdtemp(join(folder, 'again-'));
  await runWell('backup', ['--to', to], env);
  const { tables, files: archived, sequences, secrets } = await manifestOf(await onlyBackupIn(to));
  return { tables: tables.map((table) => ({ ...table, sha256: '' })), files: archived, sequences, secrets };
}

/** The code of the next time step, which is valid already: earlier ones may have been used before the backup. */
function unusedCode(): string {
  return new TOTP({ secret: authenticator.secret }).generate({ timestamp: Date.now() + 30_000 });
}

/** The site starts, and everything works that worked before. */
async function expectSite(env: Record<string, string>): Promise<void> {
  const restored = await startApp({ ...env, PORT: String(await freePort()), TRUST_PROXY: 'true' });
  try {
    const client = createClient<Database>(restored.url, app.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
      global: { headers: { 'X-Forwarded-For': randomAddress() } },
    });
    const signedIn = await client.auth.signInWithPassword(PERSON);
    expect(signedIn.error).toBeNull();
    await verifyMfa(client, { ...authenticator, nextCode: unusedCode });
    expect((await client.from('admin_users').select('user_id')).data).toHaveLength(1);

    const moved = await fetch(`${restored.url}/blog/old-address`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${restored.url}/blog/new-address`]);
    const slugs = new Set<string>();
    for (let from = 0; ; from += 500) {
      const { data } = await client
        .from('blog_posts')
        .select('slug')
        .order('id')
        .range(from, from + 499);
      for (const { slug } of data ?? []) slugs.add(slug);
      if (!data || data.length < 500) break;
    }
    expect(posts.filter((slug) => !slugs.has(slug))).toEqual([]);
    for (const [name, content] of files) {
      const answer = await fetch(`${restored.url}/storage/v1/object/public/papers/${name}`);
      expect(await answer.text(), name).toBe(content);
    }
  } finally {
    await restored.stop();
  }
}
