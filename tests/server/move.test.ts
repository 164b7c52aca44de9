import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedServer } from '#backend/database/embedded.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { connectTo as connectFrom } from '#operations/move/connect.ts';
import { migrate } from '#backend/database/migrate.ts';
import { DATABASE_URL_FORM } from '#backend/database/wait-for-database.ts';
import { ROOT } from '../support/root.ts';
import {
  type ExternalServer,
  connectTo,
  queryAt,
  readAllRows,
  startExternalServer,
} from '../support/external-database.ts';
import { type Authenticator, setUpMfa, verifyMfa } from '../support/mfa.ts';
import { type MoveResult, runMove } from '../support/run-move.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { tryStart } from './try-start.ts';
import { LONG, VERY_LONG } from '#backend-tests/support/slowness.ts';

const PERSON = { email: 'asha@firm.example', password: 'a long password' };
/** The old and the new slug of a post of the sample content. */
const REDIRECTED = ['rules-of-origin-explained', 'rules-of-origin-in-short'] as const;

/** A resumable upload with one piece, and bytes to be removed from a store. */
const BYTES_WITHOUT_OBJECT = `
  insert into backend.resumable_uploads (id, bucket, key, is_upsert, length, received, parts, metadata, role, created_at)
    values ('11111111-1111-4111-8111-111111111111', 'media', 'a.jpg', false, 10, 5, 1, '{}', 'service_role', now());
  insert into backend.upload_parts values ('11111111-1111-4111-8111-111111111111', 0, '22222222-2222-4222-8222-222222222222');
  insert into backend.unsettled_versions (version) values ('33333333-3333-4333-8333-333333333333')`;

let app: TestApp;
let external: ExternalServer;
let authenticator: Authenticator;
let picture: string;
let bytesBefore: Buffer;

beforeAll(async () => {
  [app, external] = await Promise.all([startTestApp({ sampleContent: true }), startExternalServer()]);
  authenticator = await setUpMfa(await app.signIn({ admin: true, ...PERSON }));
  await app.service.from('blog_posts').update({ slug: REDIRECTED[1] }).eq('slug', REDIRECTED[0]).throwOnError();
  picture = await uploadPicture();
  await app.query(BYTES_WITHOUT_OBJECT);
  await app.smtp.stop();
  await sendTestEnquiry(app, 'Waits for the mail server');
});
afterAll(async () => {
  await app?.stop();
  await external?.stop();
});

async function uploadPicture(): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const name = `${randomUUID()}.jpg`;
  const { error } = await app.service.storage.from('media').upload(name, bytes, { contentType: 'image/jpeg' });
  if (error) throw error;
  return `/storage/v1/object/public/media/${name}`;
}

const move = (words: string[], env: Record<string, string> = {}, options: Parameters<typeof runMove>[2] = {}) =>
  runMove(words, { DATA_DIR: app.dataFolder, SITE_URL: app.url, ...env }, options);
const bytesAt = async (path: string) => Buffer.from(await (await fetch(app.url + path)).arrayBuffer());

/** What a visitor, and the administrator with both factors, find on the running site. */
async function expectWholeSite(pictureBytes: Buffer): Promise<void> {
  const redirect = await fetch(`${app.url}/blog/${REDIRECTED[0]}`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, `${app.url}/blog/${REDIRECTED[1]}`]);
  expect((await fetch(`${app.url}/blog/${REDIRECTED[1]}`)).status).toBe(200);
  expect((await bytesAt(picture)).equals(pictureBytes)).toBe(true);
  const client = app.client();
  expect((await client.auth.signInWithPassword(PERSON)).error).toBeNull();
  await verifyMfa(client, authenticator);
  expect((await client.from('accounts').select('email').throwOnError()).data).toEqual([{ email: PERSON.email }]);
}

test('a running site is not moved', async () => {
  const url = await external.createDatabase();
  expect(await move(['--to', url])).toEqual({
    code: 1,
    output: expect.stringMatching(/Another start is already using/),
  });
  expect(await queryAt(url, `select from pg_namespace where nspname = 'auth'`)).toEqual([]);
  bytesBefore = await bytesAt(picture);
  await app.process().stop();
});

describe('a move that cannot be made changes nothing', () => {
  /** A database that is migrated and has no rows. */
  let migrated: string;
  beforeAll(async () => {
    migrated = await external.createDatabase();
    await migrateTo(migrated);
  });

  const expectUnmoved = () => {
    expect(existsSync(join(app.dataFolder, 'postgres/PG_VERSION'))).toBe(true);
  };

  test('the other database has rows', async () => {
    const url = await external.createDatabase(migrated);
    await queryAt(url, `insert into public.categories (name, slug) values ('There', 'there')`);
    expect(await move(['--to', url])).toEqual({
      code: 1,
      output: expect.stringMatching(/has rows in public\.categories already\. Nothing was changed/),
    });
    expect(await queryAt(url, 'select slug from public.categories')).toEqual([{ slug: 'there' }]);
    expectUnmoved();
  });

  test('the other database does not answer, or the option is no address of a database', async () => {
    const closed = await move(['--to', 'postgres://site:secret-word@127.0.0.1:1/site']);
    expect(closed).toEqual({
      code: 1,
      output: '--to: the database 127.0.0.1:1/site refuses the connection.\n',
    });
    const urls = ['postgres://site:1234#word@127.0.0.1:1/site', 'postgres://site:%af@h/site', 'mysql://127.0.0.1/site'];
    for (const url of urls) {
      const error = new ConfigurationError(`--to is not ${DATABASE_URL_FORM}.`);
      await expect(connectFrom(url, '--to')).rejects.toThrow(error);
    }
    expect((await move(['--to-supabase', 'https://x.example'])).code).toBe(2);
    expectUnmoved();
  });

  test('the login may not create schemas', async () => {
    const url = await external.createDatabase();
    await external.query(url, `alter database ${nameOf(url)} owner to postgres`);
    const { code, output } = await move(['--to', url]);
    expect(output).toMatch(
      /The login site .*lacks rights on the database site_\w+\. Nothing was changed\.\n.*owner to "site"/,
    );
    expect(output).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
    expectUnmoved();
  });

  test('a site starts on the other database while it is written', async () => {
    const url = await external.createDatabase(migrated);
    const site = await connectTo(url);
    await site.query('begin; lock public.blog_posts in access share mode');
    const moving = move(['--to', url]);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => queryAt(url, waiting), LONG).toHaveLength(1);
    await site.query(`set application_name = 'web-backend'; commit`);
    const { code, output } = await moving;
    await site.end();
    expect([code, output]).toEqual([1, expect.stringContaining('The site is running on the database')]);
    expect(await queryAt(url, 'select from auth.users')).toEqual([]);
    expectUnmoved();
  });

  test('a value is not stored as it was sent', async () => {
    const url = await external.createDatabase(migrated);
    await queryAt(url, 'alter table public.activity alter column happened_at type timestamptz(0)');
    const { code, output } = await move(['--to', url]);
    expect(output).toMatch(/public\.activity is not the same in both databases/);
    expect(code).toBe(1);
    expect(await queryAt(url, 'select from auth.users')).toEqual([]);
    expectUnmoved();
  });

  test(
    'the command is killed while it copies: nothing is there; before its last step, and after it: it can be repeated',
    VERY_LONG,
    async () => {
      const url = await external.createDatabase(migrated);
      await queryAt(url, WAIT_FOR_LOCK);
      const release = await holdLock(url, 'select pg_advisory_xact_lock(42)');
      expect((await move(['--to', url], {}, { killAt: 'Copying public.testimonials' })).code).toBeNull();
      await release();
      const connections = `select from pg_stat_activity where datname = current_database() and application_name = 'move'`;
      await expect.poll(() => queryAt(url, connections)).toEqual([]);
      expect(await queryAt(url, 'select from auth.users')).toEqual([]);
      expectUnmoved();

      const hook = `import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const { rename } = fs;
      fs.rename = async (from, to) => {
        if (to.includes('postgres.moved')) process.kill(process.pid, 'SIGKILL');
        return rename(from, to);
      };
      syncBuiltinESMExports();`;
      const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(hook)}`;
      expect((await move(['--to', url], { NODE_OPTIONS })).code).toBeNull();
      expect(await queryAt(url, 'select from auth.users')).toHaveLength(1);
      expectUnmoved();
      const before = await readAllRows(url);
      expect(await move(['--to', url])).toEqual({
        code: 0,
        output: expect.stringContaining('All rows are there already'),
      });
      expect(await readAllRows(url)).toEqual(before);
      expect(await move(['--to', url])).toEqual({ code: 1, output: expect.stringContaining('was moved already') });
      const kept = (await readdir(app.dataFolder)).toSorted().findLast((name) => name.startsWith('postgres.moved-'));
      await rename(join(app.dataFolder, kept ?? ''), join(app.dataFolder, 'postgres'));
    },
  );

  test('the database is that of a Supabase project', async () => {
    const url = await external.createDatabase();
    await external.query(url, 'create role supabase_auth_admin');
    expect(await move(['--to', url])).toEqual({
      code: 1,
      output: expect.stringMatching(/is the database of a Supabase project\. Give its address too: --to-supabase/),
    });
    await external.query(url, 'drop role supabase_auth_admin');
    expectUnmoved();
  });
});

describe('there and back', () => {
  let url: string;
  let moved: MoveResult;

  test('--to copies every row to a PostgreSQL whose login is no superuser', async () => {
    url = await external.createDatabase();
    const before = await readStopped();
    moved = await move(['--to', url]);
    expect(moved.output).toMatch(/Copied and verified \d+ rows of \d+ tables\./);
    expect(moved.output).not.toContain('for-tests');
    expect(moved.code).toBe(0);
    expect(await readAllRows(url)).toEqual(before);
    for (const name of ['resumable_uploads', 'upload_parts', 'unsettled_versions']) {
      expect(before[`backend.${name}`], name).toHaveLength(1);
    }
    // Without this record a site without posts would get the sample content again.
    expect(await queryAt(url, 'select path from supabase_migrations.seed_files')).toEqual([
      { path: 'supabase/seed.sql' },
    ]);
    expect(await queryAt(url, 'select from mail.outbox where delivered_at is null')).toHaveLength(1);
  });

  test('a start without DATABASE_URL does not serve the old database', async () => {
    const { code, output } = await tryStart({ DATA_DIR: app.dataFolder });
    expect(output).toMatch(/database folder .*postgres is missing[\s\S]*set DATABASE_URL/);
    expect(code).toBe(1);
    expect((await readdir(app.dataFolder)).filter((name) => name.startsWith('postgres'))).toEqual([
      expect.stringMatching(/^postgres\.moved-\d{4}-/),
    ]);
  });

  test('the site runs on the new database with all that it had, and numbers go on', async () => {
    await app.restart('stop', { DATABASE_URL: url });
    await expectWholeSite(bytesBefore);
    const title = `Written after the move ${randomUUID()}`;
    const post = { title, slug: 'after-the-move', content: 'Rs\u00a0500 of the bank’s', status: 'published' as const };
    const { data } = await app.service.from('blog_posts').insert(post).select('card_excerpt').throwOnError();
    expect(data).toEqual([{ card_excerpt: 'Rs 500 of the bank’s...' }]);
    expect(
      await queryAt(url, `select slug from public.blog_posts where search @@ '500 & bank' and slug like 'after-%'`),
    ).toEqual([{ slug: 'after-the-move' }]);
    expect(await (await fetch(`${app.url}/blog/after-the-move`)).text()).toContain(title);
  });

  test('a database in use, or of which the keys are missing, is not copied', async () => {
    expect(await move(['--from', url])).toEqual({ code: 1, output: expect.stringMatching(/already using/) });
    const other = await mkdtemp(join(tmpdir(), 'move-'));
    const fromThere = () => runMove(['--from', url], { DATA_DIR: other });
    expect(await fromThere()).toEqual({
      code: 1,
      output: expect.stringMatching(/secrets\.json is missing: put the one/),
    });
    await copyFile(join(app.dataFolder, 'secrets.json'), join(other, 'secrets.json'));
    const unfinished = join(other, 'postgres.unfinished');
    await mkdir(unfinished);
    expect(await fromThere()).toEqual({
      code: 1,
      output: `A first start was interrupted before its database was complete. Delete ${unfinished}, then try again.\n`,
    });
    await rmdir(unfinished);
    expect(await fromThere()).toEqual({
      code: 1,
      output: expect.stringMatching(/The site is running on the database/),
    });
    expect((await readdir(other)).toSorted()).toEqual(['lock', 'secrets.json']);
    await rm(other, { recursive: true });
  });

  test(
    'a --from that is told to stop leaves nothing; a killed one no database that a start would use, and can be repeated',
    VERY_LONG,
    async () => {
      await app.process().stop();
      const release = await holdLock(url, 'lock table public.testimonials in access exclusive mode');
      const killAt = 'Copying public.testimonials';
      const hasLeft = () => existsSync(join(app.dataFolder, 'backup-work-move'));
      const stopped = await move(['--from', url], {}, { killAt, signal: 'SIGTERM' });
      expect([stopped.code, stopped.output, hasLeft()]).toEqual([1, expect.stringMatching(/testimonials …\n$/), false]);
      expect((await move(['--from', url], {}, { killAt })).code).toBeNull();
      await release();
      expect(hasLeft()).toBe(true);
      const [left = '', kept = ''] = ['backup-work-move', 'left'].map((name) => join(app.dataFolder, name));
      spawnSync('cp', ['-a', left, kept]);
      await tryStart({ DATA_DIR: app.dataFolder });
      expect(hasLeft()).toBe(false);
      await rename(kept, left);
      expect(existsSync(join(app.dataFolder, 'postgres'))).toBe(false);
      const before = await readAllRows(url);
      const { code, output } = await move(['--from', url]);
      expect(output).toMatch(/Copied and verified \d+ rows/);
      expect(code).toBe(0);
      expect(hasLeft()).toBe(false);
      expect(await readStopped()).toEqual(before);
    },
  );

  test('the site runs on the bundled database again', async () => {
    await app.restart('stop');
    await expectWholeSite(bytesBefore);
    expect((await fetch(`${app.url}/blog/after-the-move`)).status).toBe(200);
    const post = { title: 'After the way back', slug: 'after-the-way-back', content: 'Text' };
    await app.service.from('blog_posts').insert(post).throwOnError();
  });

  test('--from does not replace a database', async () => {
    await app.process().stop();
    expect(await move(['--from', url])).toEqual({
      code: 1,
      output: expect.stringMatching(/postgres holds a database already\. Move it away first\./),
    });
  });
});

/** All rows of the stopped site's bundled database. */
async function readStopped(): Promise<Record<string, string[]>> {
  const { databasePassword: password } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const server = await startEmbeddedServer({
    dataFolder: app.dataFolder,
    password,
    onProgress: () => {},
    onError: () => {},
  });
  try {
    return await readAllRows(server.urlFor('postgres', password));
  } finally {
    await server.stop();
  }
}

/** Copying into the table waits for this lock, after other tables were filled. */
const WAIT_FOR_LOCK = `create function public.wait_for_lock() returns boolean language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(42); return true; end $$;
  alter table public.testimonials add check (public.wait_for_lock())`;

/** Holds a lock in a transaction until the returned function is called. */
async function holdLock(url: string, sql: string): Promise<() => Promise<void>> {
  const client = await connectTo(url);
  await client.query(`begin; ${sql}`);
  return () => client.end();
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

function migrateTo(url: string): Promise<void> {
  return migrate({
    url,
    supabaseFolder: join(ROOT, 'supabase'),
    sampleContent: null,
    authenticatorPassword: null,
    onProgress: () => {},
  });
}
