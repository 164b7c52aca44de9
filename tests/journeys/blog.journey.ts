import { expect, test } from 'vitest';
import { blogWords } from '#site/content/blog-words.ts';
import { firm } from '#site/content/firm.ts';
import type { VisitOptions } from '../support/browser.ts';
import { expectAccessibleLayout } from '../support/accessible-layout.ts';
import { withPublishedPosts } from '../support/published-posts.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
/** Chromium's console message, and that of the not-found page. */
const NOT_FOUND = /404/;

async function comeTo(path: string, options: VisitOptions = {}, complaint?: RegExp) {
  const one = await journey.visit(options);
  if (complaint) one.expectConsoleError(complaint);
  const response = await one.page.goto(path);
  return { ...one, status: response?.status() };
}

test('the list shows published posts as cards, newest first, with clamped titles and excerpts, and no drafts', async () => {
  const { page } = await comeTo('/blog');
  expect(await page.locator('h1').allTextContents()).toEqual(['Our Blog']);
  const cards = page.locator('.post-card');
  expect(await cards.count()).toBe(9);
  const first = cards.first();
  expect(await first.locator('time').textContent()).toBe('November 10, 2026');
  expect(await first.locator('.post-card__meta b').textContent()).toBe('Market Entry and Global Trade');
  expect(await first.locator('.post-card__more').textContent()).toBe('Read More →');
  expect(await first.locator('.post-card__more').getAttribute('href')).toBe('/blog/rules-of-origin-explained');
  expect(await page.locator('main').textContent()).not.toMatch(/Export under LUT|closing checklist/);
  expect(await page.locator('.pagination').count()).toBe(0);
  expect(await page.locator('link[type="application/rss+xml"]').getAttribute('href')).toBe('/rss.xml');
  const clampOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((e) => getComputedStyle(e).webkitLineClamp);
  expect([await clampOf('.post-card__title'), await clampOf('.post-card__excerpt')]).toEqual(['2', '3']);
});

test('a card without an excerpt shows the first 150 characters of the text and its reading time', async () => {
  const content = `<h2>Duty &amp; tax</h2>\n<p>${'a'.repeat(200)} ${'word '.repeat(658)}</p>`;
  const row = { title: 'Inserted', slug: 'inserted-excerpt', content, status: 'published' };
  const { data } = await journey.app.service
    .from('blog_posts')
    .insert(row)
    .select('card_excerpt, reading_minutes')
    .single();
  expect(data).toEqual({ card_excerpt: `Duty & tax ${'a'.repeat(139)}...`, reading_minutes: 3 });
  const { page } = await comeTo('/blog');
  expect(await page.locator('.post-card__excerpt').first().textContent()).toBe(data?.card_excerpt);
  await journey.app.service.from('blog_posts').delete().eq('slug', 'inserted-excerpt').throwOnError();
});

test('more than twelve posts are split into pages, with JavaScript off', () =>
  withPublishedPosts(journey.app, 30, async () => {
    const { page } = await comeTo('/blog', { javaScript: false });
    const rel = (name: string) => page.locator(`head link[rel="${name}"]`).getAttribute('href');
    expect(await page.locator('.post-card').count()).toBe(12);
    expect(await page.locator('head link[rel="prev"]').count()).toBe(0);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL('**/blog?page=2');
    expect([await rel('canonical'), await rel('prev'), await rel('next')]).toEqual([
      `${journey.app.url}/blog?page=2`,
      `${journey.app.url}/blog`,
      `${journey.app.url}/blog?page=3`,
    ]);
    expect(await page.title()).toBe(`${blogWords.metaTitle}, page 2 | ${firm.name}`);
    await page.getByRole('link', { name: 'Page 4' }).click();
    await page.waitForURL('**/blog?page=4');
    expect(await page.locator('.post-card__title').allTextContents()).toEqual([
      'Inserted 28',
      'Inserted 29',
      'Inserted 30',
    ]);
    expect(await page.getByRole('link', { name: 'Page 4' }).getAttribute('aria-current')).toBe('page');
    expect(await page.locator('head link[rel="next"]').count()).toBe(0);
  }));

test('a page that does not exist is not found, and the first page has one URL', async () => {
  const statusOf = async (path: string) => (await fetch(journey.app.url + path, { redirect: 'manual' })).status;
  for (const query of ['?page=2', '?page=0', '?page=two', '?page=99999', '?q=iec&page=2']) {
    expect([query, await statusOf(`/blog${query}`)]).toEqual([query, 404]);
  }
  expect(await statusOf('/blog/category/customs-and-gst?page=2')).toBe(404);
  const first = await fetch(`${journey.app.url}/blog?page=1`, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([301, `${journey.app.url}/blog`]);
  const { page, status } = await comeTo('/blog?page=99', {}, NOT_FOUND);
  expect(status).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Oops! Page not found');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
});

test('a category has its own list, linked from every list', async () => {
  const { page } = await comeTo('/blog', { javaScript: false });
  await page.getByRole('navigation', { name: 'Subjects' }).getByRole('link', { name: 'Customs and GST' }).click();
  await page.waitForURL('**/blog/category/customs-and-gst');
  expect(await page.locator('h1').textContent()).toBe('Customs and GST');
  expect(await page.locator('.blog-layout__head .lead').textContent()).toMatch(/^Valuation, classification/);
  const categories = new Set(await page.locator('.post-card__meta b').allTextContents());
  expect([...categories]).toEqual(['Customs and GST']);
  expect(await page.locator('script[src]').count()).toBe(0);
  expect(await page.locator('head link[rel="canonical"]').getAttribute('href')).toBe(page.url());
});

test('an unknown category is not found, and an empty one shows a message', async () => {
  const { page, status } = await comeTo('/blog/category/nope', {}, NOT_FOUND);
  expect(status).toBe(404);
  await journey.app.service.from('categories').insert({ name: 'Inserted', slug: 'inserted' }).throwOnError();
  expect((await page.goto('/blog/category/inserted'))?.status()).toBe(200);
  expect(await page.locator('.empty-state').textContent()).toBe('No blog posts foundCheck back soon for new content!');
  expect(await page.getByRole('link', { name: 'Inserted' }).count()).toBe(0);
  await journey.app.service.from('categories').delete().eq('slug', 'inserted').throwOnError();
});

// Other pages of the blog are in sound-pages.journey.ts.
test('a search without a result, a later page and an unknown post are accessible and fit a phone and a desktop', () =>
  withPublishedPosts(journey.app, 12, async () => {
    const { page, status } = await comeTo('/blog/nope', {}, NOT_FOUND);
    expect(status).toBe(404);
    await expectAccessibleLayout(page);
    for (const path of ['/blog?q=quantum+llama', '/blog?page=2']) {
      await page.goto(path);
      await expectAccessibleLayout(page);
    }
  }));
