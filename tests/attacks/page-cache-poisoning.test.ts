import { expect, test } from 'vitest';
import { databaseUrlOf, setTitlesUnnotified } from '../server/database.ts';
import { connectTo } from '../support/external-database.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/** A post in the carousel of the home page and on the first page of the list. */
const SLUG = 'rules-of-origin-explained';
/** The tables that the public pages read. */
const READ = 'public.blog_posts, public.categories, public.testimonials, public.post_redirects';
const app = startForTests(() => startTestApp({ sampleContent: true }));

const get = (path: string) => fetch(app.url + path, { redirect: 'manual' });
const shows = async (page: Response | Promise<Response>, words: string) => (await (await page).text()).includes(words);

const update = (title: string) => app.service.from('blog_posts').update({ title }).eq('slug', SLUG).throwOnError();

test('a page whose data cannot be read answers 503 with the text of the specification and is not cached', async () => {
  await app.query(`revoke select on ${READ} from anon`);
  // A start renders the home page and the blog, so that from then on there are copies.
  await app.restart('stop');
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

test('a page with a good cached copy is served from it while its data cannot be read', async () => {
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

test('a slow database does not leave a cached page without its posts', async () => {
  expect(await shows(get('/blog'), 'A newer title')).toBe(true);
  await app.service.from('categories').delete().eq('slug', 'empties').throwOnError();
  const client = await connectTo(await databaseUrlOf(app));
  // Pages are still rendered anew for the change above: with a second table, they and this could wait for each other.
  await client.query('begin; lock table public.blog_posts');
  const slow = await get('/blog');
  await client.end();
  expect(slow.status).toBe(200);
  expect(await shows(slow, 'A newer title')).toBe(true);
  expect(await shows(get('/blog'), 'A newer title')).toBe(true);
});

test('a deleted post is not served from a stale copy after its page was a 404', async () => {
  const post = { title: 'Taken away', slug: 'taken-away', content: 'x', status: 'published' };
  await app.service.from('blog_posts').insert(post).throwOnError();
  expect((await get('/blog/taken-away')).status).toBe(200);
  await app.service.from('blog_posts').delete().eq('slug', 'taken-away').throwOnError();
  expect((await get('/blog/taken-away')).status).toBe(404);
  await app.query(`revoke select on ${READ} from anon`);
  const answer = await get('/blog/taken-away');
  await app.query(`grant select on ${READ} to anon`);
  expect(answer.status).toBe(503);
});

test('a write that changes no row clears no cached page, for any caller', async () => {
  await update('Kept in memory');
  expect(await shows(get('/blog'), 'Kept in memory')).toBe(true);
  await setTitlesUnnotified(app, 'Changed without triggers');
  const member = await app.signIn({ admin: false });
  for (const client of [app.anon, member, app.service]) {
    // Empty updates, and updates and deletes that match no row: none of them changes a row, whatever the answer is.
    await client.from('blog_posts').update({}).eq('slug', SLUG);
    await client.from('blog_posts').update({ title: 'x' }).eq('slug', 'no-such-slug');
    await client.from('testimonials').update({}).eq('name', 'Nobody');
    await client.from('categories').delete().eq('slug', 'no-such-slug');
    await client.from('categories').update({ description: 'x' }).eq('slug', 'no-such-slug');
  }
  // An insert whose conflict is ignored, and an update to the present value.
  const { data } = await app.service.from('categories').select('*').limit(1).single().throwOnError();
  await app.service.from('categories').upsert(data, { onConflict: 'slug', ignoreDuplicates: true }).throwOnError();
  await app.service.from('categories').update({ name: data.name }).eq('id', data.id).throwOnError();
  expect(await shows(get('/blog'), 'Kept in memory')).toBe(true);
});

test('the next request of a page shows a write, also after the listening connection was lost', async () => {
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
