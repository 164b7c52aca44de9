import { expect, test } from 'vitest';
import { cardExcerptOf, excerptOf, textOf } from './excerpt.ts';

test('the excerpt of a post is its own', () => {
  expect(excerptOf({ excerpt: 'Short.', content: '<p>Long</p>' })).toBe('Short.');
});

test('a post without one shows the first 150 characters of its text and an ellipsis', () => {
  const excerpt = excerptOf({ excerpt: ' ', content: `<p>${'a'.repeat(200)}</p>` });
  expect(excerpt).toBe(`${'a'.repeat(150)}...`);
});

test('an excerpt made of the text has no footnotes', () => {
  const note = (text: string) => `<small data-footnote>${text}</small>`;
  const content = `<p>Pay duty${note('Section <em>47</em>.')} first${note('')}, <small>then</small> clear.</p>`;
  expect(excerptOf({ excerpt: null, content })).toBe('Pay duty first, then clear....');
  expect(excerptOf({ excerpt: null, content: '<small data-footnote>'.repeat(50_000) })).toBe('...');
});

test('characters outside the basic plane are not cut in half', () => {
  expect(excerptOf({ excerpt: null, content: '𝒜'.repeat(151) })).toBe(`${'𝒜'.repeat(150)}...`);
});

test('text has no tags, and entities are decoded', () => {
  expect(textOf('<h2>Tax &amp; trade</h2><p>in <b>India</b>.</p>')).toBe('Tax & trade in India.');
});

test('a < that begins no tag is text', () => {
  expect(textOf('<p>Name <name@firm.example>, a<b and 1 < 2 > 0</p>')).toBe(
    'Name <name@firm.example>, a<b and 1 < 2 > 0',
  );
});

test('a long excerpt of a card ends after a word, and the first 150 characters of a text stay', () => {
  const own = `${'duty, '.repeat(18)}paid at the port.`;
  expect(cardExcerptOf(own)).toBe(`${'duty, '.repeat(17)}duty…`);
  expect(cardExcerptOf(`${'a'.repeat(60)} is whole. ${own}`)).toBe(`${'a'.repeat(60)} is whole.`);
  expect(cardExcerptOf('Short, with a full stop.')).toBe('Short, with a full stop.');
  const fallback = excerptOf({ excerpt: null, content: 'word '.repeat(60) });
  expect(cardExcerptOf(fallback)).toBe(fallback);
});
