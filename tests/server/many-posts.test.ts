import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANONYMOUS, type Caller } from '#backend/database/as-caller.ts';
import { type DatabasePool, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { loadSchemaCache } from '#backend/rest/schema-cache.ts';
import type { SchemaCache } from '#backend/rest/schema/tables.ts';
import { explainRead } from '../support/explain-read.ts';
import { insertManyPosts } from '../support/many-posts.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { databaseUrlOf } from './database.ts';

/** Enough for three files of the sitemap, and for PostgreSQL to prefer indexes. */
const POSTS = 11_000;
const SUMMARY =
  'id,title,slug,card_excerpt,reading_minutes,featured_image_url,published_at,created_at,categories(id,name,slug)';
const PUBLIC = 'status=eq.published&published_at=lte.now';
const NEWEST = 'order=published_at.desc,id.asc';

let app: TestApp;
let database: DatabasePool;
let cache: SchemaCache;
let categoryId: string;
let middle: { id: string; published_at: string };
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
  const client = await app.signIn({ admin: true });
  const { data } = await client.auth.getClaims();
  admin = { role: 'authenticated', claims: { ...data!.claims, role: 'authenticated' } };
  await app.query(`insert into public.categories (name, slug) values ('Customs', 'customs'), ('Tax', 'tax')`);
  await insertManyPosts(app.query, POSTS);
  database = connectDatabase(await databaseUrlOf(app));
  cache = await loadSchemaCache(database, 'public');
  categoryId = String((await app.query('select id from public.categories order by id limit 1'))[0]?.['id']);
  const found = await app.query(`select id, published_at::text from public.blog_posts where slug = 'post-number-5501'`);
  middle = found[0] as typeof middle;
});
afterAll(async () => {
  if (database) await closeDatabase(database);
  await app?.stop();
});

const at = () => encodeURIComponent(middle.published_at);
const READS: [string, () => string, string][] = [
  ['first page of the blog', () => `blog_posts?select=${SUMMARY}&${PUBLIC}&${NEWEST}&limit=12`, 'blog_posts_published'],
  [
    'first page of a category',
    () => `blog_posts?select=${SUMMARY}&${PUBLIC}&category_id=eq.${categoryId}&${NEWEST}&limit=12`,
    'blog_posts_published',
  ],
  [
    'post of a page',
    () => `blog_posts?select=${SUMMARY},content&${PUBLIC}&slug=eq.post-number-77`,
    'blog_posts_slug_key',
  ],
  [
    'next older post',
    () =>
      `blog_posts?select=${SUMMARY}&${PUBLIC}&published_at=lte.${at()}&or=(published_at.lt."${at()}",id.gt.${middle.id})&${NEWEST}&limit=1`,
    'blog_posts_published',
  ],
  [
    'part of the sitemap',
    () =>
      `blog_posts?select=slug,updated_at&${PUBLIC}&published_at=lte.${at()}&or=(published_at.lt."${at()}",id.gte.${middle.id})&${NEWEST}&limit=200`,
    'blog_posts_published',
  ],
  ['feed', () => `blog_posts?select=${SUMMARY}&${PUBLIC}&${NEWEST}&limit=20`, 'blog_posts_published'],
  [
    'search for a rare word',
    () => `blog_posts?select=${SUMMARY}&${PUBLIC}&search=fts(english).subject77&${NEWEST}&limit=12`,
    'blog_posts_search',
  ],
];

describe('a read of few of many posts uses an index and reads few rows:', () => {
  test.each(READS)('the %s', async (_, path, index) => {
    const scans = await explainRead(database, cache, ANONYMOUS, path());
    expect(scans.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    expect(scans.map(({ of }) => of).join()).toContain(index);
    for (const { rows } of scans) expect(rows).toBeLessThan(300);
  });

  test('the categories that have posts', async () => {
    const path = `categories?select=name,slug,blog_posts!inner()&blog_posts.status=eq.published&blog_posts.published_at=lte.now`;
    for (const { rows } of await explainRead(database, cache, ANONYMOUS, path)) expect(rows).toBeLessThan(300);
  });

  test('the number of posts', async () => {
    for (const { rows } of await explainRead(database, cache, ANONYMOUS, 'post_counts?select=posts')) {
      expect(rows).toBeLessThan(300);
    }
  });

  test('the ids of a far page come from an index alone', async () => {
    const scans = await explainRead(
      database,
      cache,
      ANONYMOUS,
      `blog_posts?select=id&${PUBLIC}&${NEWEST}&offset=9000&limit=12`,
    );
    expect(scans.map(({ type, of }) => ({ type, of }))).toEqual([
      { type: 'Index Only Scan', of: 'blog_posts_published' },
    ]);
  });

  test.each([
    ['created_at.desc', 'blog_posts_created'],
    ['created_at.asc', 'blog_posts_created'],
    ['updated_at.desc', 'blog_posts_updated'],
    ['published_at.desc.nullslast', 'blog_posts_by_publication'],
    ['title.asc', 'blog_posts_title'],
  ])('the list of the dashboard by %s', async (order, index) => {
    const scans = await explainRead(
      database,
      cache,
      admin,
      `blog_posts?select=id,title&order=${order},id.asc&limit=20`,
    );
    expect(scans.find(({ of }) => of.startsWith('blog_posts'))).toMatchObject({ of: index });
    for (const { rows } of scans) expect(rows).toBeLessThan(300);
  });
});

test('the pages of a list have the posts in order, without gaps, also far from the beginning', async () => {
  const slugsOf = async (page: number) => {
    const html = await (await fetch(`${app.url}/blog?page=${page}`)).text();
    return [...html.matchAll(/href="\/blog\/(post-number-\d+)"/g)].map(([, slug]) => slug!);
  };
  const numbersOf = async (page: number) =>
    [...new Set(await slugsOf(page))].map((slug) => Number(slug.slice('post-number-'.length)));
  const far = [...(await numbersOf(300)), ...(await numbersOf(301))];
  expect(far.length).toBeGreaterThan(10);
  const [first = 0] = far;
  const expected = Array.from({ length: 40 }, (_, n) => first + n).filter((n) => n % 100 !== 0);
  expect(far).toEqual(expected.slice(0, far.length));
});

test('the sitemap is an index of files that have every public page once', async () => {
  const read = async (query = '') => await (await fetch(`${app.url}/sitemap.xml${query}`)).text();
  const index = await read();
  const files = [...index.matchAll(/<sitemap><loc>([^<]+)<\/loc>/g)].map(([, file]) => new URL(file!).search);
  expect(files).toEqual(['?part=1', '?part=2', '?part=3']);
  const locations: string[] = [];
  for (const file of files) {
    const found = [...(await read(file)).matchAll(/<url><loc>([^<]+)<\/loc>/g)].map(([, location]) => location!);
    expect(found.length).toBeLessThan(5100);
    locations.push(...found);
  }
  const [row] = await app.query(
    `select count(*)::int as n from public.blog_posts where public.is_published(status, published_at)`,
  );
  expect(new Set(locations).size).toBe(locations.length);
  expect(locations.filter((location) => location.includes('/blog/') && !location.includes('/category/'))).toHaveLength(
    Number(row?.['n']),
  );
  expect((await fetch(`${app.url}/sitemap.xml?part=4`)).status).toBe(404);
});

describe('the numbers of posts', () => {
  /** The numbers, and those of the posts themselves. */
  async function readCounts() {
    const counted = await app.query(
      `select category_id, posts from public.post_counts where posts > 0 order by 1 nulls last`,
    );
    const real = await app.query(`select category_id, count(*)::int as posts from public.blog_posts
      where public.is_published(status, published_at) group by 1 order by 1 nulls last`);
    return { counted, real };
  }

  test('follow posts that are created, published, scheduled, moved and deleted', async () => {
    const slug = `count-${randomUUID()}`;
    const change = async (sql: string) => {
      await app.query(sql);
      const { counted, real } = await readCounts();
      expect(counted).toEqual(real);
    };
    await change(`insert into public.blog_posts (title, slug, content, status) values ('t', '${slug}', 'c', 'draft')`);
    await change(`update public.blog_posts set status = 'published' where slug = '${slug}'`);
    const [created] = await app.query(
      `insert into public.categories (name, slug) values ('${slug}', '${slug}') returning id`,
    );
    await change(`update public.blog_posts set category_id = '${String(created?.['id'])}' where slug = '${slug}'`);
    await change(`delete from public.categories where slug = '${slug}'`);
    await change(`update public.blog_posts set published_at = now() + interval '1 day' where slug = '${slug}'`);
    await change(`update public.blog_posts set status = 'archived' where slug ~ '^post-number-5.$'`);
    await change(`delete from public.blog_posts where slug ~ '^post-number-6.$' or slug = '${slug}'`);
    await change(`truncate public.blog_posts cascade`);
  });

  test('can be read by everyone and written by nobody', async () => {
    const counts = app.client().from('post_counts');
    expect((await counts.select('posts')).error).toBeNull();
    expect((await app.client().from('post_totals').select('*')).error?.code).toBe('42501');
    expect((await app.service.from('post_counts').delete().neq('posts', -1)).error).not.toBeNull();
  });
});
