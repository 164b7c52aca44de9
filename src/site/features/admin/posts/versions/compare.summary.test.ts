import { expect, test } from 'vitest';
import type { PostFields } from '#site/gateway/site-database.ts';
import { readableVersion } from './difference.tsx';
import { summarize } from './compare.ts';

const POST: PostFields = {
  title: 'A',
  slug: 'a',
  excerpt: 'Short',
  content: '<p>One two three</p>',
  status: 'draft',
  category_id: null,
  meta_title: 'A',
  meta_description: null,
  meta_keywords: null,
  featured_image_url: null,
  published_at: null,
  author: null,
  reviewer: null,
  law_as_of: null,
};
const readable = (part: Partial<PostFields> = {}) => readableVersion({ ...POST, ...part }, [{ id: 'c1', name: 'Tax' }]);
const changed = (part: Partial<PostFields>) => summarize(readable(part), readable());

test('a summary names the changed fields and counts the words', () => {
  expect(changed({ title: 'B', content: '<p>One 2 three four</p>', category_id: 'c1', status: 'published' })).toBe(
    'Title; text: 2 words added, 1 removed; status: Published; category: Tax',
  );
});

test('changed formatting and changed layout of the HTML are told apart', () => {
  expect(changed({ content: '<p>One <b>two</b> three</p>' })).toBe('Text: formatting changed');
  expect(changed({ content: '<div><p>One two three</p></div>' })).toBe('Text: HTML layout changed');
});

test('an emptied field is said to be removed', () => {
  expect(changed({ excerpt: null })).toBe('Excerpt: removed');
});

test('the first version and an unchanged one are named', () => {
  expect(summarize(readable(), null)).toBe('First version');
  expect(changed({})).toBe('No change');
});
