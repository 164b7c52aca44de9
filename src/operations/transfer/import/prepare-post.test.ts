import { expect, test } from 'vitest';
import type { SourcePost } from '../source.ts';
import { RejectedPost, preparePost } from './prepare-post.ts';

const POST: SourcePost = {
  id: '00000000-0000-8000-8000-000000000000',
  title: 'A title',
  slug: 'a-title',
  body: '<p>a</p>',
  format: 'html',
  excerpt: null,
  status: 'published',
  publishedAt: '2020-01-02T00:00:00.000Z',
  createdAt: null,
  updatedAt: null,
  category: null,
  metaTitle: null,
  metaDescription: null,
  metaKeywords: null,
  picture: null,
  addresses: [],
  authorEmail: null,
  notes: [],
};

const prepare = (changes: Partial<SourcePost>, taken: readonly string[] = []) =>
  preparePost(
    { ...POST, ...changes },
    { siteUrl: null, pictures: new Map(), takenSlugs: new Set(taken), now: new Date('2026-01-01') },
  );

test('a title in the decomposed form of Unicode is composed, without a note', () => {
  expect(prepare({ title: 'Cafe\u0301' })).toMatchObject({ row: { title: 'Caf\u00e9' }, notes: [] });
});

test('a post that fits is not noted', () => {
  expect(prepare({})).toMatchObject({ row: { slug: 'a-title', content: '<p>a</p>' }, dropped: [], notes: [] });
});

test.each([
  ['A Title!', 'a-title'],
  ['%e0%a4%86', 'the-title'],
  ['', 'the-title'],
  ['../../etc', 'etc'],
  ['-', 'the-title'],
  ['a'.repeat(300), 'a'.repeat(192)],
])('the slug %j becomes %s and is noted', (slug, made) => {
  const { row, notes } = prepare({ slug, title: 'The title' });
  expect([row.slug, notes.length]).toEqual([made, 1]);
});

test('a post without a usable slug or title has the day in its address', () => {
  expect(prepare({ slug: '', title: 'आयात' }).row.slug).toBe('post-2020-01-02');
});

test('a slug that another post has gets a number', () => {
  expect(prepare({}, ['a-title', 'a-title-2'])).toMatchObject({
    row: { slug: 'a-title-3' },
    notes: ['its address is /blog/a-title-3: another post has /blog/a-title'],
  });
});

test('a title is never empty and never too long', () => {
  expect(prepare({ title: ' ' }).row.title).toBe('a-title');
  expect(prepare({ title: '😀'.repeat(600) }).row.title).toBe('😀'.repeat(500));
});

test('a post that is still to be published is noted', () => {
  expect(prepare({ publishedAt: '2027-01-01T00:00:00.000Z' }).notes).toEqual([
    'it will be published at 2027-01-01T00:00:00.000Z',
  ]);
});

test.each([
  ['without text', '<script>1</script> <p>&nbsp;</p>'.replace('&nbsp;', '')],
  ['with too much text', 'a'.repeat(1_000_001)],
])('a post %s is not taken', (_, body) => {
  expect(() => prepare({ body })).toThrow(RejectedPost);
});

test.each([
  ['/storage/v1/object/public/media/a.png', '/storage/v1/object/public/media/a.png'],
  ['https://x.example/a.png', 'https://x.example/a.png'],
  ['javascript:alert(1)', null],
])('the featured image %s of an own post is stored as %j', (picture, stored) => {
  expect(prepare({ picture, format: 'own' }).row.featured_image_url).toBe(stored);
});

test('a published post without a date that can be read is dated as of the import, and noted', () => {
  expect(prepare({ publishedAt: null }).notes).toEqual([
    'it has no date that can be read: it is published as of the import',
  ]);
  expect(prepare({ publishedAt: null, status: 'draft' }).notes).toEqual([]);
});
