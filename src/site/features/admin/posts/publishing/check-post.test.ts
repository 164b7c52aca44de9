import { expect, test } from 'vitest';
import { toLocalInput } from '../local-time.ts';
import { EMPTY_POST } from '../post-values.ts';
import { checkPost, deadPaths, findSkippedLevel, internalPaths, readContentParts, slugOf } from './check-post.ts';
import { actionsFor, notBefore } from './use-publishing.ts';

const GOOD = {
  ...EMPTY_POST,
  title: 'A title of a sensible length',
  excerpt: 'What it is about.',
  category_id: 'c1',
  featured_image_url: '/x.jpg',
};
const namesOf = (content: string, values = GOOD, dead: readonly string[] = []) =>
  checkPost({ values, parts: readContentParts(content), dead, dropped: [] })
    .filter(({ isOk }) => !isOk)
    .map(({ name }) => name);

test('a complete post needs no advice', () => {
  expect(namesOf('<h2>A</h2><h3>B</h3><img src="/x.jpg" alt="X"><a href="/services">s</a>')).toEqual([]);
});

test('each omission gets advice', () => {
  expect(namesOf('<h4>B</h4><img src=x><img src=x alt="">', EMPTY_POST, ['/blog/x'])).toEqual([
    'title',
    'excerpt',
    'category',
    'picture',
    'alt',
    'links',
    'headings',
  ]);
  expect(namesOf('', { ...GOOD, title: 'x'.repeat(61), excerpt: 'x'.repeat(201) })).toEqual(['title', 'excerpt']);
});

test('only a level that is left out is reported', () => {
  expect(findSkippedLevel([2, 3, 4, 2, 3])).toBeUndefined();
  expect(findSkippedLevel([2, 4])).toBe(4);
  expect(findSkippedLevel([3])).toBe(3);
});

test('content is read as the public page reads it', () => {
  const parts = readContentParts(
    `a < b <name@firm.example> <h1>T</h1><IMG ALT='a "b"' src=x><a href="/a?b=1&amp;c=2">l</a>`,
  );
  expect(parts).toEqual({ headings: [2], pictures: 1, withoutAlt: 0, links: ['/a?b=1&c=2'] });
});

test('links to this site are paths, and links to others are left out', () => {
  const links = ['/blog/a#x', 'https://firm.example/team/', 'https://other.example/x', 'mailto:a@b.example', '#part'];
  expect(internalPaths(links, 'https://firm.example')).toEqual(['/blog/a', '/team']);
});

test('a path is dead where no route, post or file has it', () => {
  const paths = ['/team', '/nothing', '/blog/a', '/blog/gone', '/blog/category/x', '/storage/v1/x', '/paper.pdf', '/'];
  expect(deadPaths(paths, ['a'])).toEqual(['/nothing', '/blog/gone']);
  expect(slugOf('/blog/category/x')).toBeUndefined();
});

test('the primary button fits the saved state', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const past = '2025-01-01T00:00:00Z';
  const future = '2027-01-01T00:00:00Z';
  const draft = EMPTY_POST;
  const published = { ...EMPTY_POST, status: 'published' as const };
  const later = { ...published, published_at: toLocalInput(future) };
  const live = { status: 'published' as const, published_at: past };
  const scheduled = { status: 'published' as const, published_at: future };
  expect(actionsFor(null, draft, now)).toEqual({ primary: 'publish', others: ['save', 'schedule'] });
  expect(actionsFor(null, published, now)).toEqual({ primary: 'publish', others: [] });
  expect(actionsFor(null, later, now)).toEqual({ primary: 'schedule', others: [] });
  expect(actionsFor({ status: 'archived', published_at: past }, draft, now).primary).toBe('publish');
  expect(actionsFor(live, published, now)).toEqual({ primary: 'update', others: ['unpublish'] });
  expect(actionsFor(live, draft, now)).toEqual({ primary: 'unpublish', others: [] });
  expect(actionsFor(live, { ...draft, status: 'archived' }, now)).toEqual({ primary: 'archive', others: [] });
  expect(actionsFor(live, later, now).primary).toBe('schedule');
  expect(actionsFor(scheduled, later, now)).toEqual({ primary: 'update', others: ['publishNow', 'unpublish'] });
  // With the date removed, Update would publish it at once.
  expect(actionsFor(scheduled, published, now).primary).toBe('publishNow');
});

test('a post that was published after the last tick of the clock is public', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const updated_at = '2026-01-01T00:00:30Z';
  const values = { ...EMPTY_POST, status: 'published' as const };
  const item = { status: 'published' as const, published_at: updated_at };
  expect(actionsFor(item, values, notBefore({ updated_at }, now)).others).toEqual(['unpublish']);
});
