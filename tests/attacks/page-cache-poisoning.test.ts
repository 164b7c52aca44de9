import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startApp } from '../support/app-process.ts';
import { type TestApp, startTestApp, waitFor } from '../support/test-app.ts';

/** A post that the carousel of the home page and the first page of the list show. */
const SLUG = 'rules-of-origin-explained';
/** The tables that the public pages read. */
const READ = 'public.blog_posts, public.categories, public.testimonials, public.post_redirects';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
});
afterAll(() => app?.stop());

const get = (path: string) => fetch(app.url + path, { redirect: 'manual' });
const shows = async (page: Response | Promise<Response>, words: string) => (await (await page).text()).includes(words);

/** Changes the title past every trigger, so that only a page rendered anew shows it. */
async function changeUnseen(title: string): Promise<void> {
  await onConnection(async (query) => {
    await query('set session_replication_role = replica');
    await query('update public.blog_posts set title = $1 where slug = $2', [title, SLUG]);
  });
}

/** A superuser's connection of its own, for what must span statements. */
async function onConnection<T>(work: (query: (sql: string, values?: unknown[]) => Promise<unknown>) => Promise<T>) {
  const { databasePort } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const { databasePassword } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const login = { host: '127.0.0.1', port: databasePort, user: 'postgres', password: databasePassword };
  const client = new pg.Client({ ...login, database: 'postgres' });
  await client.connect();
  try {
    return await work((sql, values) => client.query(sql, values));
  } finally {
    await client.end();
  }
}

const update = (title: string) => app.service.from('blog_posts').update({ title }).eq('slug', SLUG).throwOnError();

test('a page whose data failed answers 503 with what it has, in the words of the specification, and is not kept', async () => {
  await app.query(`revoke select on ${READ} from anon`);
  const paths = ['/', '/blog', `/blog/${SLUG}`, '/blog/category/customs-and-gst', '/rss.xml', '/sitemap.xml'];
  const failed = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await get(path)] as const)));
  const image = await get(`/share/blog/${SLUG}.png`);
  await app.query(`grant select on ${READ} to anon`);

  for (const path of paths) {
    expect(failed[path]?.status, path).toBe(503);
    expect(failed[path]?.headers.get('retry-after'), path).toMatch(/^\d+$/);
    expect(failed[path]?.headers.get('cache-control'), path).toBe('no-store');
  }
  expect(image.status).toBe(503);
  const home = (await failed['/']?.text()) ?? '';
  expect(home.includes('Error loading testimonials: An unexpected error occurred')).toBe(true);
  expect(home.includes('View All Articles')).toBe(false);
  expect(home.includes('Book a Consultation')).toBe(true);
  expect(await shows(failed['/blog']!, 'No blog posts found')).toBe(true);
  expect(await shows(failed[`/blog/${SLUG}`]!, 'Blog Post Not Found')).toBe(true);

  for (const path of paths) expect((await get(path)).status, path).toBe(200);
  expect(await shows(get('/'), 'Error loading testimonials')).toBe(false);
  expect((await get(`/share/blog/${SLUG}.png`)).status).toBe(200);
});

test('a page of which a good copy is left is served from it while its data fails', async () => {
  await update('The last good title');
  for (const path of ['/', '/blog', `/blog/${SLUG}`])
    expect(await shows(get(path), 'The last good title'), path).toBe(true);
  await app.service.from('categories').insert({ name: 'Empties the cache', slug: 'empties' }).throwOnError();
  await app.query(`revoke select on ${READ} from anon`);
  const pages = await Promise.all(['/', '/blog', `/blog/${SLUG}`].map(get));
  await app.query(`grant select on ${READ} to anon`);
  for (const page of pages) {
    expect(page.status, page.url).toBe(200);
    expect(await shows(page, 'The last good title'), page.url).toBe(true);
  }
  await update('A newer title');
  expect(await shows(get('/'), 'A newer title')).toBe(true);
});

test('a slow database leaves no page without its posts behind', async () => {
  expect(await shows(get('/blog'), 'A newer title')).toBe(true);
  await app.service.from('categories').delete().eq('slug', 'empties').throwOnError();
  const slow = await onConnection(async (query) => {
    await query('begin');
    await query(`lock table ${READ}`);
    const page = await get('/blog');
    await query('rollback');
    return page;
  });
  expect(slow.status).toBe(200);
  expect(await shows(slow, 'A newer title')).toBe(true);
  expect(await shows(get('/blog'), 'A newer title')).toBe(true);
});

test('a post that was taken away is not served from an old copy once that is known', async () => {
  const post = { title: 'Taken away', slug: 'taken-away', content: 'x', status: 'published' };
  await app.service.from('blog_posts').insert(post).throwOnError();
  expect((await get('/blog/taken-away')).status).toBe(200);
  await app.service.from('blog_posts').delete().eq('slug', 'taken-away').throwOnError();
  expect((await get('/blog/taken-away')).status).toBe(404);
  await app.query(`revoke select on ${READ} from anon`);
  const away = await get('/blog/taken-away');
  await app.query(`grant select on ${READ} to anon`);
  expect(away.status).toBe(503);
});

test('writes that change no row leave the kept pages alone, whoever sends them', async () => {
  await update('Kept in memory');
  expect(await shows(get('/'), 'Kept in memory')).toBe(true);
  await changeUnseen('Changed in the dark');
  const member = await app.signIn({ admin: false });
  for (const client of [app.anon, member, app.service]) {
    // An empty change, a change that meets no row, a removal of nothing: whatever they answer, nothing was changed.
    await client.from('blog_posts').update({}).eq('slug', SLUG);
    await client.from('blog_posts').update({ title: 'x' }).eq('slug', 'no-such-slug');
    await client.from('testimonials').update({}).eq('name', 'Nobody');
    await client.from('categories').delete().eq('slug', 'no-such-slug');
    await client.from('categories').update({ description: 'x' }).eq('slug', 'no-such-slug');
  }
  // An insert that conflicts and does nothing, and an update to what is there already.
  const { data } = await app.service.from('categories').select('*').limit(1).single().throwOnError();
  await app.service.from('categories').upsert(data, { onConflict: 'slug', ignoreDuplicates: true }).throwOnError();
  await app.service.from('categories').update({ name: data.name }).eq('id', data.id).throwOnError();
  expect(await shows(get('/'), 'Kept in memory')).toBe(true);
});

test('what was written is on the next page that is asked for, also when the listening connection was cut', async () => {
  for (let round = 0; round < 20; round += 1) {
    await update(`Round ${round} of writing`);
    expect(await shows(get('/'), `Round ${round} of writing`)).toBe(true);
  }
  for (let round = 0; round < 3; round += 1) {
    const killed = await app.query(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where query ilike 'listen%' or query = 'select 1'`,
    );
    expect(killed.length).toBeGreaterThan(0);
    await update(`Cut ${round} times`);
    expect(await shows(get('/'), `Cut ${round} times`)).toBe(true);
    await waitFor(async () => {
      const alive = await app.query(`select 1 from pg_stat_activity where query ilike 'listen%'`);
      return alive.length > 0;
    });
  }
});

test('another process on the same database forgets as well, and only what was changed', async () => {
  const { databasePort } = JSON.parse(await readFile(join(app.dataFolder, 'running.json'), 'utf8'));
  const { databasePassword } = JSON.parse(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'second-'));
  const second = await startApp({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`,
  });
  try {
    const shown = (words: string) => shows(fetch(second.url), words);
    // The first may be seen because the second began to listen only then; the others because it heard.
    for (const title of ['Written by the first', 'Written again', 'Kept by the second']) {
      await shown(title);
      await update(title);
      await waitFor(() => shown(title));
    }
    await changeUnseen('Changed in the dark again');
    await app.service.from('blog_posts').update({}).eq('slug', SLUG);
    await app.service.from('categories').delete().eq('slug', 'no-such-slug');
    expect(await shown('Kept by the second')).toBe(true);
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
