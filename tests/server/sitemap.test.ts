import { expect, test } from 'vitest';
import { POSTS_PER_PAGE } from '#contract/limits.ts';
import { publicPaths } from '#site/route-table.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const NEWEST = 'post-13';
const OLDEST = 'post-1';

const app = startForTests(() => shareTestApp());

/** The time of the last change of each page, by its path; empty where the sitemap says none. */
async function readDates(): Promise<Record<string, string>> {
  const xml = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const entries = xml.matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g);
  return Object.fromEntries([...entries].map(([, place = '', date = '']) => [new URL(place).pathname, date]));
}

const setTitle = (slug: string, title: string) =>
  app.service.from('blog_posts').update({ title }).eq('slug', slug).throwOnError();

test('without posts every page is listed, and none has a date', async () => {
  expect(await readDates()).toEqual(Object.fromEntries(publicPaths().map((path) => [path, ''])));
});

test('home and blog have the date of the newest change of what they show', async () => {
  const posts = Array.from({ length: POSTS_PER_PAGE + 1 }, (_, index) => ({
    title: 'A post',
    slug: `post-${index + 1}`,
    content: 'Words',
    status: 'published',
    published_at: new Date(Date.UTC(2020, 0, index + 1)).toISOString(),
  }));
  await app.service.from('blog_posts').insert(posts).throwOnError();
  await setTitle(NEWEST, 'A changed post');
  const changed = await readDates();
  expect([changed['/'], changed['/blog']]).toEqual(Array(2).fill(changed[`/blog/${NEWEST}`]));
  expect(changed['/about']).toBe('');

  await setTitle(OLDEST, 'A post that neither shows');
  const later = await readDates();
  expect(later[`/blog/${OLDEST}`]).not.toBe(changed[`/blog/${OLDEST}`]);
  expect([later['/'], later['/blog']]).toEqual([changed['/'], changed['/blog']]);

  const testimonial = { name: 'A Client', company: 'A Company', testimonial: 'Words', rating: 5 };
  await app.service.from('testimonials').insert(testimonial).throwOnError();
  const last = await readDates();
  expect(Date.parse(last['/']!)).toBeGreaterThan(Date.parse(later['/']!));
  expect(last['/blog']).toBe(later['/blog']);
});

test('a post that was scheduled has the time of its publication, and so has its category until it is renamed', async () => {
  const category = { name: 'Duty', slug: 'duty' };
  const { data } = await app.service.from('categories').insert(category).select('id').single().throwOnError();
  const earlier = { title: 'An earlier post', slug: 'earlier', content: 'Words', status: 'published' };
  const scheduled = { title: 'A scheduled post', slug: 'scheduled', content: 'Words', status: 'published' };
  const published_at = new Date(Date.now() + 2000).toISOString();
  await app.service
    .from('blog_posts')
    .insert([
      { ...scheduled, published_at, category_id: data.id },
      { ...earlier, published_at: '2020-01-01T00:00:00Z', category_id: data.id },
    ])
    .throwOnError();
  await expect.poll(async () => (await readDates())['/blog/scheduled']).toBe(published_at);
  expect((await readDates())['/blog/category/duty']).toBe(published_at);

  const renamed = app.service.from('categories').update({ name: 'Duties' }).eq('slug', 'duty').select('updated_at');
  const { data: after } = await renamed.single().throwOnError();
  const { '/blog/category/duty': changed } = await readDates();
  expect(changed).toBe(new Date(after.updated_at).toISOString());

  await setTitle('earlier', 'A changed post');
  const last = await readDates();
  expect(last['/blog/category/duty']).toBe(last['/blog/earlier']);
  expect(last['/blog/earlier']).not.toBe(changed);
});
