import { expect, test } from 'vitest';
import { pathsThat } from '#site/route-table.ts';
import { findHtmlErrors } from '../support/html-rules.ts';
import { insertHostileContent } from '../support/hostile-content.ts';
import { withPublishedPosts } from '../support/published-posts.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));

/** The headings of the main part that are more than one level below the one before. */
function skippingHeadings(html: string): string[] {
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const headings = [...main.matchAll(/<h([1-6]).*?<\/h\1>/gs)];
  return headings.flatMap(({ 0: heading, 1: level }, at) =>
    Number(level) - Number(headings[at - 1]?.[1] ?? 0) > 1 ? [`skips a level: ${heading}`] : [],
  );
}

/** What Orca or Firefox would read wrongly (island.tsx, field.tsx). */
function misreadElements(html: string): string[] {
  const islands = html.match(/<div\b[^>]* data-when=[^>]*>/g) ?? [];
  const required = html.match(/<(?:input|textarea|select)\b[^>]* required\b[^>]*>/g) ?? [];
  return [
    ...islands.filter((tag) => !tag.includes(' id=')),
    ...required.filter((tag) => !tag.includes(' aria-invalid=')),
  ];
}

/** The errors of each page that has some. */
async function errorsOf(paths: readonly string[]): Promise<Record<string, readonly string[]>> {
  const found = paths.map(async (path) => {
    const answer = await fetch(app.url + path);
    expect(answer.headers.get('content-type'), path).toContain('text/html');
    const html = await answer.text();
    return [path, [...(await findHtmlErrors(html)), ...skippingHeadings(html), ...misreadElements(html)]] as const;
  });
  return Object.fromEntries((await Promise.all(found)).filter(([, errors]) => errors.length > 0));
}

test('the validator reports an error of each kind', async () => {
  const errors = await findHtmlErrors(
    '<!DOCTYPE html><html lang="en"><head><title>A</title></head><body><p id="a"><h2 id="a"></h2></p><img src="a.png"></body></html>',
  );
  for (const rule of ['no-dup-id', 'empty-heading', 'no-implicit-close', 'wcag/h37']) {
    expect(errors.join('\n')).toContain(rule);
  }
});

test('every public page is valid HTML, and so are the documents of the personal pages', async () => {
  expect(await errorsOf([...PUBLIC_ROUTES, ...MORE_ROUTES, ...pathsThat('isPersonal'), '/contact?sent=1'])).toEqual({});
});

/** A word that ends with its element, and one that begins the next: layout parts them, text browsers and copies do not. */
const RUN_TOGETHER = /[^\s>]<\/(?:a|address|b|time)>(?:<\/span>)?<(?:a|b|button|span|time)\b[^>]*>[^\s<]/g;

test('words that layout parts are apart in the text of public pages too', async () => {
  const posts = ['/blog/moowr-bonded-factory'];
  for (const path of [...PUBLIC_ROUTES, ...MORE_ROUTES, ...posts]) {
    const html = await (await fetch(app.url + path)).text();
    expect(html.match(RUN_TOGETHER) ?? [], path).toEqual([]);
    expect(html.match(/<span>[^<]{0,99}[^\s<]<\/span><(?:a|span)\b[^>]*>[^<]/g) ?? [], path).toEqual([]);
  }
});

test('every post and category of the sample content is valid HTML', async () => {
  const { data: posts } = await app.anon.from('blog_posts').select('slug').throwOnError();
  const { data: categories } = await app.anon.from('categories').select('slug').throwOnError();
  expect(posts).toHaveLength(9);
  const paths = [
    ...posts.map(({ slug }) => `/blog/${slug}`),
    ...categories.map(({ slug }) => `/blog/category/${slug}`),
  ];
  expect(await errorsOf(paths)).toEqual({});
});

test('searches, pages of lists and pages that are not found are valid HTML', () =>
  withPublishedPosts(app, 30, async () => {
    const missing = ['/blog/none', '/blog/category/none', '/blog?page=99'];
    const lists = ['/blog?page=2', '/blog?page=4', '/blog?q=inserted&page=2', '/blog?q=quantum+llama'];
    const hostile = `/blog?q=${encodeURIComponent('"><img src=x onerror=alert(1)> & \u202e')}`;
    expect(await errorsOf([...missing, ...lists, hostile])).toEqual({});
  }));

test('posts with hostile titles, words and pictures are valid HTML wherever they are shown', async () => {
  const { slugs, category, remove } = await insertHostileContent(app);
  const posts = slugs.map((slug) => `/blog/${slug}`);
  expect(await errorsOf([...posts, '/blog', '/', `/blog/category/${category}`])).toEqual({});
  await remove();
});

test('the page of a form with errors, and the page of errors, are valid HTML', async () => {
  const form = await fetch(`${app.url}/contact`, { method: 'POST', body: new URLSearchParams({ email: 'nobody' }) });
  expect([form.status, await findHtmlErrors(await form.text())]).toEqual([400, []]);
  await app.query('alter table public.categories rename to categories_away');
  const failed = await fetch(`${app.url}/blog/category/customs-and-gst?page=7`);
  expect([failed.status, await findHtmlErrors(await failed.text())]).toEqual([503, []]);
  await app.query('alter table public.categories_away rename to categories');
});

test('lists without posts and testimonials are valid HTML', async () => {
  await app.service.from('blog_posts').update({ status: 'draft' }).eq('status', 'published').throwOnError();
  await app.service.from('testimonials').delete().neq('name', '').throwOnError();
  expect(await (await fetch(`${app.url}/blog`)).text()).toContain('No blog posts found');
  expect(await errorsOf(['/', '/blog', '/blog/category/customs-and-gst'])).toEqual({});
});
