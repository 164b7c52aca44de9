import { expect, test } from 'vitest';
import type { PostFields } from '#site/gateway/site-database.ts';
import { EMPTY_POST } from '../post-values.ts';
import { type DiffPart, compareVersions } from './compare.ts';
import { readableForm, readableVersion } from './readable.ts';

const POST: PostFields = {
  title: 'A',
  slug: 'a',
  excerpt: null,
  content: 'One two three',
  status: 'draft',
  category_id: 'c1',
  meta_title: 'A',
  meta_description: null,
  meta_keywords: null,
  featured_image_url: null,
  published_at: null,
};
const CATEGORIES = [{ id: 'c1', name: 'Tax' }];
const readable = (part: Partial<PostFields> = {}) => readableVersion({ ...POST, ...part }, CATEGORIES);
const draw = (parts: DiffPart[] = []) =>
  parts
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]`, gap: '…' })[kind])
    .join('');

test('only fields that differ are named, in the order of the form', () => {
  expect(compareVersions(readable(), readable())).toEqual([]);
  const found = compareVersions(readable(), readable({ content: 'One 2 three', title: 'B', status: 'archived' }));
  expect(found.map(({ name }) => name)).toEqual(['title', 'content', 'status']);
});

test('removed and added words are marked, the others are not', () => {
  const [difference] = compareVersions(readable(), readable({ content: 'One 2 three four' }));
  expect(draw(difference?.parts)).toBe('One [-two-][+2+] three[+ four+]');
});

test('long equal parts are folded at whole words', () => {
  const long = 'word '.repeat(200);
  const [difference] = compareVersions(
    readable({ content: `${long}old ${long}` }),
    readable({ content: `${long}new ${long}` }),
  );
  const drawn = draw(difference?.parts);
  expect(drawn).toMatch(/^…( word){20,} \[-old-\]\[\+new\+\] (word ){20,}…$/);
});

test('a category is shown by name, an unknown one by id', () => {
  const found = compareVersions(readable(), readable({ category_id: 'gone' }));
  expect(draw(found[0]?.parts)).toBe('[-Tax-][+gone+]');
});

test('an unchanged form equals its version', () => {
  const values = { ...EMPTY_POST, title: 'A', slug: 'a', content: 'One two three', category_id: 'c1', meta_title: '' };
  expect(compareVersions(readable(), readableForm(values, POST, CATEGORIES))).toEqual([]);
});
