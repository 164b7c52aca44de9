import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { listMeta } from './list-meta.ts';
import { unlistedMeta } from './page-meta.ts';

const head = { title: 'Blog', description: 'Notes.', path: '/blog', siteUrl: 'https://firm.example' };
const list = (page: number) => listMeta({ ...head, page, pages: 3, titleOfPage: (title, n) => `${title}, page ${n}` });
const linksOf = (tags: object[]) =>
  tags.flatMap((tag) => ('rel' in tag && 'href' in tag ? [`${String(tag.rel)} ${String(tag.href)}`] : []));

test('the first page is canonical without a number and links the next', () => {
  expect(linksOf(list(1))).toEqual(['canonical https://firm.example/blog', 'next https://firm.example/blog?page=2']);
  expect(list(1)[0]).toEqual({ title: `Blog | ${firm.name}` });
});

test('a page between links both and has its number in the title', () => {
  expect(linksOf(list(2))).toEqual([
    'canonical https://firm.example/blog?page=2',
    'prev https://firm.example/blog',
    'next https://firm.example/blog?page=3',
  ]);
  expect(list(2)[0]).toEqual({ title: `Blog, page 2 | ${firm.name}` });
});

test('the last page links the previous one', () => {
  expect(linksOf(list(3)).at(-1)).toBe('prev https://firm.example/blog?page=2');
});

test('an unlisted page has no canonical address', () => {
  expect(linksOf(unlistedMeta(head))).toEqual([]);
  expect(unlistedMeta(head).at(-1)).toEqual({ name: 'robots', content: 'noindex' });
});
