import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppProcess, freePort, startApp } from '../support/app-process.ts';
import { queryAt, readAllRows } from '../support/external-database.ts';
import { setUpMfa } from '../support/mfa.ts';
import { runMove } from '../support/run-move.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';
import { databaseUrlOf } from '../server/database.ts';

const ADMINISTRATOR = { email: 'asha@firm.example', password: 'a long password' };
const MEMBER = { email: 'ravi@client.example', password: 'another long password' };
const BANNED = { email: 'banned@client.example', password: 'a third long password' };
const SUBJECT = 'subject-at-google';
const BYTES = Buffer.from('not a picture, and moved byte by byte\0\xff', 'latin1');

let app: TestApp;
/** A second instance of the product that acts as the Supabase project. */
let project: TestApp;
let projectDatabase: string;
/** What the site had when it was stopped. */
let before: Record<string, string[]>;
let ids: Record<string, unknown>[];
let picture: string;
/** The files of the site, with their owners and times. */
let files: Record<string, unknown>[];
const FILES = 'select bucket_id, name, owner, owner_id, created_at from storage.objects order by bucket_id, name';
const hosted: AppProcess[] = [];

beforeAll(async () => {
  [app, project] = await Promise.all([startTestApp({ sampleContent: true }), startTestApp()]);
  projectDatabase = await restrictOwner();
  const administrator = await app.signIn({ admin: true, ...ADMINISTRATOR });
  await setUpMfa(administrator);
  await app.signIn({ admin: false, ...MEMBER });
  await app.signIn({ admin: false, ...BANNED });
  await app.query(`update auth.users set banned_until = '2999-01-01' where email = $1`, [BANNED.email]);
  await app.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select $1::text, id, jsonb_build_object('sub', $1::text, 'email', email), 'google', now(), now() from auth.users where email = $2`,
    [SUBJECT, MEMBER.email],
  );
  await app.query(
    `insert into auth.users (id, aud, role, is_anonymous, created_at, updated_at)
      values ($1, 'authenticated', 'authenticated', true, now(), now())`,
    [randomUUID()],
  );
  await addContent(administrator);
  files = await app.query(FILES);
  before = await readAllRows(await databaseUrlOf(app));
  ids = await app.query('select id, email, encrypted_password, created_at from auth.users order by id');
  await app.process().stop();
});
afterAll(async () => {
  for (const site of hosted) await site.stop();
  await app?.stop();
  await project?.stop();
});

/**
 * Gives the project the owners of a hosted one, where the operator's login is no superuser: it owns `public` and may only
 * read and write rows of `auth`. Returns the URL of this login.
 */
async function restrictOwner(): Promise<string> {
  await project.query(`
    create role operator_login login createrole bypassrls password 'for-tests';
    grant usage on schema auth, storage, extensions, supabase_migrations to operator_login;
    grant create, usage on schema public to operator_login;
    grant select, insert, update, delete on all tables in schema auth to operator_login;
    grant all on all tables in schema supabase_migrations to operator_login;
    grant execute on all functions in schema auth to operator_login;
    grant all on storage.buckets, storage.objects to operator_login;
    -- A hosted project has no such schema; a function of the migrations looks into it where it is.
    grant usage on schema mail to operator_login;
    grant all on mail.outbox to operator_login;
    grant create on schema supabase_migrations to operator_login;
    do $$
    declare
      name text;
    begin
      for name in select c.oid::regclass::text from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') loop
        execute format('alter table %s owner to operator_login', name);
      end loop;
      for name in select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'public'::regnamespace loop
        execute format('alter function %s owner to operator_login', name);
      end loop;
    end $$`);
  const url = new URL(await databaseUrlOf(project));
  [url.username, url.password] = ['operator_login', 'for-tests'];
  return url.href;
}

async function addContent(administrator: Client): Promise<void> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const options = { contentType: 'image/jpeg', metadata: { alt: 'The port' }, cacheControl: '600' };
  picture = `${randomUUID()}/port & quay.jpg`;
  const uploaded = await administrator.storage.from('media').upload(picture, bytes, options);
  await app.service.storage.createBucket('papers', { public: false, fileSizeLimit: 1000 });
  const paper = await app.service.storage.from('papers').upload('a/b.bin', BYTES, { contentType: 'text/plain' });
  expect([uploaded.error, paper.error]).toEqual([null, null]);
  const path = `/storage/v1/object/public/media/${picture.split('/').map(encodeURIComponent).join('/')}`;
  const posts = app.service.from('blog_posts');
  const content = `<p>See <img src="${path}" alt="The port"> and <img src='${app.url}${path}' alt="Again"></p>`;
  const post = { title: 'Moved', slug: 'before', content, featured_image_url: path, status: 'published' as const };
  await posts.insert(post).throwOnError();
  await posts.update({ slug: 'after' }).eq('slug', 'before').throwOnError();
  const words = { people: [{ photograph: path }] };
  await app.service.from('site_words').update({ words }).eq('page', 'firm').throwOnError();
}

const move = (words: string[] = [], env: Record<string, string> = {}) =>
  runMove(['--to', projectDatabase, '--to-supabase', project.url, ...words], {
    DATA_DIR: app.dataFolder,
    SITE_URL: app.url,
    SUPABASE_SERVICE_ROLE_KEY: project.serviceRoleKey,
    ...env,
  });

test('a wrong key, a wrong address and a missing key are told before anything is changed', async () => {
  const wrongKey = await move([], { SUPABASE_SERVICE_ROLE_KEY: project.anonKey });
  expect(wrongKey).toEqual({ code: 1, output: expect.stringMatching(/rejects the key in SUPABASE_SERVICE_ROLE_KEY/) });
  expect(wrongKey.output).not.toContain(project.anonKey);
  const closed = `http://127.0.0.1:${await freePort()}`;
  expect(await move(['--to-supabase', closed])).toEqual({
    code: 1,
    output: `The project at ${closed} cannot be reached: ECONNREFUSED.\n`,
  });
  expect(await move([], { SUPABASE_SERVICE_ROLE_KEY: '' })).toEqual({
    code: 1,
    output: expect.stringMatching(/SUPABASE_SERVICE_ROLE_KEY is missing/),
  });
  expect(await project.query('select from auth.users')).toEqual([]);
});

test('an account that the project does not take ends the move; its content is untouched', async () => {
  const { data } = await project.service.auth.admin.createUser({ email: MEMBER.email, password: 'of somebody else' });
  const { code, output } = await move();
  expect(output).toMatch(/does not take the account ravi@client\.example: .*\(HTTP 422\)\..*goes on where it ended/s);
  expect(code).toBe(1);
  expect(await project.query('select from public.blog_posts')).toEqual([]);
  expect((await project.service.auth.admin.deleteUser(data.user?.id ?? '')).error).toBeNull();
});

test('an address and a database of two projects are told apart', async () => {
  await project.query('create database another');
  const url = (await databaseUrlOf(project)).replace(/postgres$/, 'another');
  expect(await move(['--to', url])).toEqual({
    code: 1,
    output: expect.stringMatching(/are not in the database of --to: give the address and the database of one project/),
  });
  expect(await queryAt(url, 'select from public.blog_posts')).toEqual([]);
});

test('the repeated command moves everything, also what the site has changed since, and says what it cannot move', async () => {
  // As if the site had replaced the paper after the attempt above.
  await project.service.storage.from('papers').update('a/b.bin', 'of the attempt above', { contentType: 'text/html' });
  const { code, output } = await move();
  expect(output).toMatch(/3 accounts with their passwords and 2 files are in the project\./);
  expect(output).toMatch(/Not moved: sessions/);
  expect(output).toMatch(/Not moved: MFA of 1 accounts/);
  expect(code).toBe(0);
});

test('every account has its id, its password hash, its dates, its ban and its identities', async () => {
  const there = await project.query('select id, email, encrypted_password, created_at from auth.users order by id');
  expect(there).toEqual(ids);
  const signIn = (person: typeof MEMBER) => project.client().auth.signInWithPassword(person);
  expect((await signIn(MEMBER)).error).toBeNull();
  expect((await signIn(BANNED)).error?.code).toBe('user_banned');
  const client = project.client();
  expect((await client.auth.signInWithPassword(ADMINISTRATOR)).error).toBeNull();
  expect((await client.from('accounts').select('email').throwOnError()).data?.map(({ email }) => email)).toContain(
    MEMBER.email,
  );
  const { data } = await project.service.auth.admin.getUserById(
    String(ids.find(({ email }) => email === MEMBER.email)?.['id']),
  );
  expect(data.user?.identities?.map(({ provider, id }) => [provider, id])).toEqual(
    expect.arrayContaining([
      ['google', SUBJECT],
      ['email', data.user?.id],
    ]),
  );
});

test('every row of the content is the same, but for the addresses of pictures', async () => {
  const after = await readAllRows(await databaseUrlOf(project));
  const isContent = (name: string) => name.startsWith('public.');
  const there = `${project.url}/storage/v1/object/public/`;
  for (const name of Object.keys(before).filter(isContent)) {
    const expected = before[name]?.map((row) =>
      row
        .replaceAll(`${app.url}/storage/v1/object/public/`, there)
        .replaceAll(/(["',])\/storage\/v1\/object\/public\//g, `$1${there}`),
    );
    expect(after[name]?.toSorted(), name).toEqual(expected?.toSorted());
  }
  expect(before['public.post_redirects']).toHaveLength(1);
  expect(after['public.post_revisions']?.join('')).toContain(there);
});

test('every file is there, with its owner, its time, its type and what it says about itself', async () => {
  expect(await project.query(FILES)).toEqual(files);
  expect(files.filter(({ owner_id }) => owner_id !== null)).toHaveLength(1);
  const { data } = await project.service.storage.from('papers').download('a/b.bin');
  expect(Buffer.from(await data!.arrayBuffer()).equals(BYTES)).toBe(true);
  expect((await project.service.storage.getBucket('papers')).data).toMatchObject({
    public: false,
    file_size_limit: 1000,
  });
  const info = await project.service.storage.from('media').info(picture);
  expect(info.data).toMatchObject({
    contentType: 'image/jpeg',
    cacheControl: 'max-age=600',
    metadata: { alt: 'The port' },
  });
});

test('a site on the project shows the posts, the old addresses and the pictures', async () => {
  const site = await startApp({
    PORT: String(await freePort()),
    DATA_DIR: join(app.dataFolder, 'hosted'),
    SUPABASE_URL: project.url,
    SUPABASE_ANON_KEY: project.anonKey,
  });
  hosted.push(site);
  const redirect = await fetch(`${site.url}/blog/before`, { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(`${site.url}/blog/after`);
  const html = await (await fetch(`${site.url}/blog/after`)).text();
  const sources = [...html.matchAll(/<img[^>]*src="([^"]*port[^"]*)"/g)].map(([, src]) => src ?? '');
  expect(sources.length).toBeGreaterThan(0);
  for (const src of sources) {
    expect(src.startsWith(project.url)).toBe(true);
    expect((await fetch(src.replaceAll('&amp;', '&'))).status).toBe(200);
  }
});

test('a project with content is not moved to again', async () => {
  expect(await move()).toEqual({
    code: 1,
    output: expect.stringMatching(/has rows in public\.\w+ already\. Nothing was changed/),
  });
});

test('the site goes on as it was', async () => {
  await app.restart('stop');
  const secrets = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  expect(secrets.keys.anonKey).toBe(app.anonKey);
  expect((await fetch(`${app.url}/blog/after`)).status).toBe(200);
});
