import { expect, test } from 'vitest';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import {
  EMPTY_POST,
  isImageAddress,
  willBeScheduled,
  publishedAtInput,
  validatePost,
  postToValues,
  valuesToPost,
  withTitle,
} from './post-values.ts';

const filled = { ...EMPTY_POST, title: ' IEC in a day ', content: '<p>Text</p>' };

test('a title is stored in the composed form of Unicode, in which lists and searches find it', () => {
  const { title, meta_title } = valuesToPost({ ...filled, title: 'Cafe\u0301', meta_title: '' }, 'cafe');
  expect([title, meta_title]).toEqual(['Caf\u00e9', 'Caf\u00e9']);
});

test('a new post is a draft', () => {
  expect(EMPTY_POST.status).toBe('draft');
});

test('title and content are required, in that order', () => {
  expect(Object.keys(validatePost(EMPTY_POST))).toEqual(['title', 'content']);
  expect(validatePost({ ...EMPTY_POST, title: ' ', content: '\n' })).toHaveProperty('title');
  expect(validatePost(filled)).toEqual({});
});

test('the input has the columns of the specification, the image and the by-line, without published_at', () => {
  expect(Object.keys(valuesToPost(filled, 'iec')).toSorted()).toEqual(
    [
      'title',
      'slug',
      'excerpt',
      'content',
      'status',
      'category_id',
      'meta_title',
      'meta_description',
      'meta_keywords',
      'featured_image_url',
      'author',
      'reviewer',
      'law_as_of',
    ].toSorted(),
  );
});

test('an empty meta title becomes the title; other empty fields become null', () => {
  expect(valuesToPost(filled, 'iec')).toMatchObject({
    title: 'IEC in a day',
    slug: 'iec',
    meta_title: 'IEC in a day',
    excerpt: null,
    category_id: null,
    meta_description: null,
    meta_keywords: null,
    featured_image_url: null,
  });
  expect(valuesToPost({ ...filled, meta_title: 'Own' }, 'iec').meta_title).toBe('Own');
});

test('a post goes through the form unchanged', () => {
  const row = valuesToPost({ ...filled, category_id: 'c1', status: 'archived', excerpt: 'Short' }, 'iec');
  const post = { id: 'p1', ...row } as AdminPost;
  const values = postToValues(post);
  expect(valuesToPost(values, values.slug)).toEqual(row);
});

test('a meta title that equals the title follows it; another one stays', () => {
  expect(withTitle({ ...EMPTY_POST, title: 'A', meta_title: 'A' }, 'B')).toEqual({ title: 'B', meta_title: 'B' });
  expect(withTitle({ ...EMPTY_POST, title: 'A', meta_title: 'Own' }, 'B')).toEqual({ title: 'B' });
  expect(withTitle(EMPTY_POST, 'B')).toEqual({ title: 'B' });
});

test('an image is on this site or on another by https', () => {
  expect(['/art/cover.svg', 'https://a.example/b.jpg'].every(isImageAddress)).toBe(true);
  expect(
    ['http://a.example/b.jpg', '//a.example/b', 'cover.jpg', 'javascript:alert(1)', 'https://'].some(isImageAddress),
  ).toBe(false);
});

test('the date is written only for a published post, and only where it was changed', () => {
  const item = { published_at: '2026-12-03T04:30:59.123456+00:00' } as AdminPost;
  const values = { ...filled, status: 'published' as const, published_at: postToValues(item).published_at };
  expect(publishedAtInput(values, item)).toEqual({});
  expect(publishedAtInput({ ...values, published_at: '' }, item)).toEqual({ published_at: null });
  const later = { ...values, published_at: '2027-01-01T10:00' };
  expect(publishedAtInput(later, item)).toEqual({ published_at: new Date('2027-01-01T10:00').toISOString() });
  expect(publishedAtInput({ ...later, status: 'draft' }, item)).toEqual({});
  expect(publishedAtInput({ ...filled, status: 'published' }, null)).toEqual({});
});

test('only a published post with a later date is scheduled', () => {
  const now = new Date('2026-12-01T00:00');
  const values = { ...filled, status: 'published' as const, published_at: '2026-12-03T10:00' };
  expect(willBeScheduled(values, now)).toBe(true);
  expect(willBeScheduled(values, new Date('2026-12-04T00:00'))).toBe(false);
  expect(willBeScheduled({ ...values, status: 'draft' }, now)).toBe(false);
  expect(willBeScheduled({ ...values, published_at: '' }, now)).toBe(false);
});
