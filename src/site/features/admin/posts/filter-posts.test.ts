import { expect, test } from 'vitest';
import { filterPosts, NO_FILTER } from './filter-posts.ts';

const customs = { id: 'c', name: 'Customs', slug: 'customs' };
const posts = [
  { title: 'AEO: the morning after', slug: 'aeo-morning', status: 'published' as const, categories: customs },
  { title: 'Draft on drawback', slug: 'drawback', status: 'draft' as const, categories: customs },
  { title: 'आयात', slug: 'post-2026-11-21', status: 'draft' as const, categories: null },
];
const titles = (filter: Partial<typeof NO_FILTER>) =>
  filterPosts(posts, { ...NO_FILTER, ...filter }).map((one) => one.title);

test('no filter leaves all, in their order', () => {
  expect(titles({})).toEqual(posts.map((one) => one.title));
});

test('every word has to be found, in title, slug or category, whatever its case', () => {
  expect(titles({ text: 'customs MORNING' })).toEqual(['AEO: the morning after']);
  expect(titles({ text: 'customs tax' })).toEqual([]);
  expect(titles({ text: 'आयात' })).toEqual(['आयात']);
});

test('status and text narrow together', () => {
  expect(titles({ text: 'customs', status: 'draft' })).toEqual(['Draft on drawback']);
});
