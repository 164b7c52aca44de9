import { expect, test } from 'vitest';
import { suggestSlug } from './slug-field.tsx';

const params = { kind: 'post' as const, typed: '', title: '', taken: new Set<string>(), today: new Date('2026-11-21') };

test('an empty slug is made from the title', () => {
  expect(suggestSlug({ ...params, title: 'EPCG: a promise' })).toEqual({
    slug: 'epcg-a-promise',
    reason: 'as-is',
    wanted: 'epcg-a-promise',
  });
});

test('a typed slug has priority, and is spelled by the rule', () => {
  expect(suggestSlug({ ...params, title: 'Ignored', typed: 'my-slug' })).toMatchObject({
    slug: 'my-slug',
    reason: 'as-is',
  });
  expect(suggestSlug({ ...params, typed: 'My Slug!' })).toMatchObject({ slug: 'my-slug', reason: 'respelled' });
});

test('a Hindi title gets a slug from the date', () => {
  expect(suggestSlug({ ...params, title: 'आयात' })).toMatchObject({ slug: 'post-2026-11-21', reason: 'fallback' });
});

test('a taken slug gets a number, and the clash is reported', () => {
  const taken = new Set(['iec', 'iec-2']);
  expect(suggestSlug({ ...params, title: 'IEC', taken })).toEqual({ slug: 'iec-3', reason: 'taken', wanted: 'iec' });
});

test('without a title there is no slug', () => {
  expect(suggestSlug({ ...params, title: '  ' }).slug).toBe('');
});

test('a long title fits the column, with its number, and does not end in a hyphen', () => {
  const title = `${'a'.repeat(189)} ${'b'.repeat(300)}`;
  const { slug } = suggestSlug({ ...params, title, taken: new Set(['a'.repeat(189)]) });
  expect(slug).toBe(`${'a'.repeat(189)}-2`);
});

test('a slug of the full length stays, and is cut for a number only', () => {
  const typed = 'a'.repeat(200);
  expect(suggestSlug({ ...params, typed })).toEqual({ slug: typed, reason: 'as-is', wanted: typed });
  const taken = new Set([typed]);
  expect(suggestSlug({ ...params, typed, taken })).toMatchObject({ slug: 'a'.repeat(190), reason: 'taken' });
});
