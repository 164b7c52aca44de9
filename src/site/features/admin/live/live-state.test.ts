import { expect, test } from 'vitest';
import { type LiveMark, type SavedRow, initialLiveState, reduceLive } from './live-state.ts';

const asha: LiveMark = { who: 'asha@firm.example', at: '2026-11-23T10:00:00Z', isNew: false };
const saved = (rows: SavedRow[], isQuiet = false) => ({ type: 'saved', table: 'blog_posts', rows, isQuiet }) as const;
const row = (id: string, mark: LiveMark | null = asha): SavedRow => ({ id, title: `Post ${id}`, mark });

test("another's save marks the row and is announced", () => {
  const state = reduceLive(initialLiveState(), saved([row('a')]));
  expect([...state.marks.blog_posts]).toEqual([['a', asha]]);
  expect(state.news).toEqual({ count: 1, text: 'asha@firm.example changed the post “Post a”.' });
  expect(state.marks.categories.size).toBe(0);
});

test("one's own save removes the mark and is not announced", () => {
  const marked = reduceLive(initialLiveState(), saved([row('a')]));
  const state = reduceLive(marked, saved([row('a', null)]));
  expect(state.marks.blog_posts.size).toBe(0);
  expect(state.news).toBe(marked.news);
});

test('an opened row loses its mark', () => {
  const marked = reduceLive(initialLiveState(), saved([row('a'), row('b')]));
  const state = reduceLive(marked, { type: 'opened', table: 'blog_posts', id: 'a' });
  expect([...state.marks.blog_posts.keys()]).toEqual(['b']);
  expect(reduceLive(state, { type: 'opened', table: 'blog_posts', id: 'a' })).toBe(state);
});

test('somebody who saves again and again is announced once, and the mark has the last time', () => {
  const first = reduceLive(initialLiveState(), saved([row('a')]));
  const later = { ...asha, at: '2026-11-23T10:00:05Z' };
  const state = reduceLive(first, saved([row('a', later)]));
  expect(state.news).toBe(first.news);
  expect(state.marks.blog_posts.get('a')).toBe(later);
  expect(reduceLive(state, saved([row('a', { ...asha, who: 'ravi@firm.example' })])).news.count).toBe(2);
});

test('several rows are announced as a number, and nothing while a form is open', () => {
  expect(reduceLive(initialLiveState(), saved([row('a'), row('b')])).news.text).toBe('2 posts were saved by others.');
  const quiet = reduceLive(initialLiveState(), saved([row('a')], true));
  expect(quiet.news.text).toBe('');
  expect(quiet.marks.blog_posts.size).toBe(1);
});
