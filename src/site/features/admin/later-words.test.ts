import { expect, test } from 'vitest';
import { differs, withLaterWords } from './later-words.ts';

test('later words stay, and an untouched field takes what the save assigned', () => {
  const sent = { title: 'A', slug: '', text: 'One' };
  expect(withLaterWords({ ...sent, text: 'One two' }, sent, { slug: 'a' })).toEqual({
    saved: { title: 'A', slug: 'a', text: 'One' },
    values: { title: 'A', slug: 'a', text: 'One two' },
  });
});

test('a later word in an assigned field is not replaced', () => {
  const sent = { title: 'A', slug: '' };
  const { saved, values } = withLaterWords({ title: 'A', slug: 'mine' }, sent, { slug: 'a' });
  expect(values).toEqual({ title: 'A', slug: 'mine' });
  expect(differs(values, saved)).toBe(true);
});
