import { expect, test } from 'vitest';
import { coverFor, coverSource, pageWallFor } from './cover.ts';

const post = { slug: 'epcg-keeping-a-six-year-promise', category_slug: 'foreign-trade-policy' };
const slugs = Array.from({ length: 60 }, (_, n) => `a-note-on-customs-${n}`);

test('the same post always has the same cover', () => {
  expect(coverFor(post)).toBe(coverFor({ ...post }));
});

test('posts of one category share a wall and differ in the lattice', () => {
  const covers = slugs.map((slug) => coverFor({ slug, category_slug: 'customs-and-gst' }));
  expect(covers.every((cover) => cover.includes('#23443c'))).toBe(true);
  expect(new Set(covers).size).toBeGreaterThan(55);
});

test('an unknown category has the same wall for all its posts', () => {
  const walls = slugs.map((slug) => /<path fill="(#\w+)"/.exec(coverFor({ slug, category_slug: 'logistics' }))?.[1]);
  expect(new Set(walls).size).toBe(1);
});

test.each([null, 'constructor'])('a post with the category %s has a cover too', (category_slug) => {
  expect(coverFor({ slug: 'untitled', category_slug })).toMatch(/^<svg .*<\/svg>$/);
});

test('a cover weighs at most 3 kB, as a file and as an address', () => {
  const posts = slugs.flatMap((slug) =>
    ['foreign-trade-policy', 'customs-and-gst', 'fema-and-international-tax', null].map((category_slug) => ({
      slug,
      category_slug,
    })),
  );
  expect(Math.max(...posts.map((one) => coverFor(one).length))).toBeLessThanOrEqual(3000);
  expect(Math.max(...posts.map((one) => coverSource(one).length))).toBeLessThanOrEqual(3000);
});

test('a slug in another script has a cover', () => {
  expect(coverFor({ slug: 'आयात-निर्यात' })).toMatch(/^<svg /);
});

test('the address needs no escaping in an attribute', () => {
  expect(coverSource(post)).not.toMatch(/["'<>&#\s]{2}|["'<>&#]/);
});

test('a page has the lattice of its cover, on a wall of its own', () => {
  const repeat = (svg: string) => /<path id="l" d="([^"]+)"/.exec(svg)?.[1];
  const pages = ['/services/market-entry', '/services/customs-compliance'].map((slug) => ({ slug }));
  for (const page of pages) expect(repeat(pageWallFor(page, 'noon'))).toBe(repeat(coverFor(page)));
  expect(new Set(pages.map((page) => pageWallFor(page, 'noon'))).size).toBe(2);
});
