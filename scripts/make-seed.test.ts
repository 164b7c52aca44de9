import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import sanitizeHtml from 'sanitize-html';
import { renderBody } from '#contract/post-body/render-body.ts';
import { composeSeed, literal, readBody, readSample } from './make-seed.ts';

const sample = readSample();
const posts = sample.posts.map((post) => ({ ...post, body: readBody(post.slug) }));

const countWords = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/).length;
const tagsOf = (html: string) => new Set([...html.matchAll(/<([a-z0-9]+)/g)].map((match) => match[1]));

test('seed.sql is up to date with the sample files', () => {
  const committed = readFileSync(new URL('../supabase/seed.sql', import.meta.url), 'utf8');
  expect(committed).toBe(composeSeed());
});

test('a quote inside a value cannot end it', () => {
  expect(literal("O'Brien'); drop table x; --")).toBe("'O''Brien''); drop table x; --'");
  expect(literal('a\\b')).toBe("'a\\b'");
  expect([literal(null), literal(5), literal(true)]).toEqual(['null', '5', 'true']);
});

test('every row has its own id', () => {
  const ids = composeSeed().match(/'[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'/g) ?? [];
  expect(ids).toHaveLength(21);
  expect(new Set(ids).size).toBe(21);
});

test('nine posts are published, one is a draft, one is archived, in four categories', () => {
  const count = (status: string) => posts.filter((post) => post.status === status).length;
  expect([count('published'), count('draft'), count('archived')]).toEqual([9, 1, 1]);
  expect(sample.categories).toHaveLength(4);
  const slugs = sample.categories.map((category) => category.slug);
  for (const post of posts) expect(slugs).toContain(post.category);
  for (const slug of slugs) {
    expect(posts.some((post) => post.category === slug && post.status === 'published')).toBe(true);
  }
});

test('every body file belongs to a post', () => {
  const files = readdirSync(new URL('../supabase/sample/posts/', import.meta.url));
  expect(files.toSorted()).toEqual(posts.map((post) => `${post.slug}.html`).toSorted());
});

test('every post runs to 500 to 900 words', () => {
  const outside = posts.filter(({ body }) => countWords(body) < 500 || countWords(body) > 900);
  expect(outside.map(({ slug, body }) => `${slug}: ${countWords(body)}`)).toEqual([]);
});

test('bodies are clean: no attribute but href, scope and colspan, no heading of the first rank', () => {
  const allowed = 'a blockquote em figcaption figure h2 h3 li ol p strong table tbody td th thead tr ul'.split(' ');
  for (const { slug, body } of posts) {
    expect(
      [...tagsOf(body)].filter((tag) => !allowed.includes(tag ?? '')),
      slug,
    ).toEqual([]);
    const allowedAttributes = { a: ['href'], th: ['scope'], td: ['colspan'] };
    const cleaned = sanitizeHtml(body, { allowedTags: allowed, allowedAttributes });
    expect(cleaned, slug).toBe(body);
    expect([...tagsOf(body)], slug).toEqual(expect.arrayContaining(['h2', 'p', 'ul', 'ol']));
  }
});

/** Sites of authorities; a link to a copy elsewhere is no source. */
const AUTHORITY = /\.(?:gov|nic)\.in$|^www\.rbi\.org\.in$|^www\.bis\.gov$/;

test('every post ends with its sources: two links or more, all to the sites of authorities', () => {
  for (const { slug, body } of posts) {
    const sources = body.split('<h2>Sources</h2>\n')[1] ?? '';
    const links = [...sources.matchAll(/<li>[^\n]+: <a href="([^"]+)">[^<]+<\/a><\/li>/g)].map(([, href = '']) => href);
    expect(links.length, slug).toBeGreaterThanOrEqual(2);
    expect(sources.split('\n'), slug).toHaveLength(links.length + 2);
    for (const href of links) {
      expect(href, slug).toMatch(/^https:/);
      expect(new URL(href).host, slug).toMatch(AUTHORITY);
    }
  }
});

test('bodies are laid out in lines, and are shown as if they were in one line', () => {
  for (const { slug, body } of posts) {
    expect(body.split('\n').length, slug).toBeGreaterThan(20);
    const words = { table: 'Table' };
    expect(renderBody(body, words), slug).toEqual(renderBody(body.replaceAll('\n', ''), words));
  }
});

test('fields of posts have the expected lengths', () => {
  for (const post of posts) {
    expect(post.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(post.excerpt.length, post.slug).toBeGreaterThanOrEqual(140);
    expect(post.excerpt.length, post.slug).toBeLessThanOrEqual(200);
    expect(post.meta_title.length, post.slug).toBeLessThanOrEqual(65);
    expect(post.meta_description.length, post.slug).toBeLessThanOrEqual(165);
    expect(post.published_at === null, post.slug).toBe(post.status === 'draft');
    expect(Date.parse(post.published_at ?? '9999-12-31'), post.slug).toBeGreaterThan(Date.parse(post.created_at));
  }
});

test('no two rows of a list share a time, so that orders are stable', () => {
  for (const rows of [sample.categories, sample.posts, sample.testimonials]) {
    expect(new Set(rows.map((row) => row.created_at)).size).toBe(rows.length);
  }
});

test('six testimonials of four and five stars are marked as samples', () => {
  expect(sample.testimonials).toHaveLength(6);
  for (const { company, rating } of sample.testimonials) {
    expect(company).toMatch(/ \(sample\)$/);
    expect([4, 5]).toContain(rating);
  }
});

test('nothing claims superiority or promises a result', () => {
  const words = JSON.stringify(sample) + posts.map((post) => post.body).join('');
  expect(words.match(/\b(best|leading|number one|world-class|guaranteed|fast-track|hassle)\b/gi)).toBeNull();
});
