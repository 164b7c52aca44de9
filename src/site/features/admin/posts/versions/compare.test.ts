import { expect, test } from 'vitest';
import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { EMPTY_POST } from '../post-values.ts';
import { compareVersions as compareTexts, type DiffPart } from './compare.ts';
import { type Readable, readableForm, readableVersion } from './difference.tsx';

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
  author: null,
  reviewer: null,
  law_as_of: null,
};
const CATEGORIES = [{ id: 'c1', name: 'Tax' }];
const readable = (part: Partial<PostFields> = {}) => readableVersion({ ...POST, ...part }, CATEGORIES);
const compareVersions = (before: Readable, after: Readable) => compareTexts(before, after, editor.difference.names);
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

test('a footnote is not joined to the word before it', () => {
  const note = (text: string) => readable({ content: `<p>One<small data-footnote="">${text}</small> two</p>` });
  const [difference] = compareVersions(note('first'), note('second'));
  expect(draw(difference?.parts)).toBe('One [-first-][+second+] two');
});

test('long equal parts are folded at whole words, and changed ones are whole', () => {
  const long = 'word '.repeat(200);
  const [difference] = compareVersions(
    readable({ content: `${long}old ${long}` }),
    readable({ content: `${long}new ${long}` }),
  );
  const drawn = draw(difference?.parts);
  expect(drawn).toMatch(/^…( word){20,} \[-old-\]\[\+new\+\] (word ){20,}…$/);
  expect(content('<p>one</p>', `<p>one ${long}two</p>`).drawn).toBe(`one[+ ${long}two+]`);
});

test('a category is shown by name, an unknown one by id', () => {
  const found = compareVersions(readable(), readable({ category_id: 'gone' }));
  expect(draw(found[0]?.parts)).toBe('[-Tax-][+gone+]');
});

test('an unchanged form equals its version', () => {
  const values = { ...EMPTY_POST, title: 'A', slug: 'a', content: 'One two three', category_id: 'c1', meta_title: '' };
  expect(compareVersions(readable(), readableForm(values, POST, CATEGORIES))).toEqual([]);
});

const content = (before: string, after: string) => {
  const [difference] = compareVersions(readable({ content: before }), readable({ content: after }));
  return { ...difference, drawn: draw(difference?.parts) };
};

test('the text is compared as words, not as tags', () => {
  const { drawn, notes } = content(
    '<h2>Scope</h2><p>One two &amp; three</p>',
    '<h2>Scope</h2><p>One 2 &amp; three</p><ul><li>a</li><li>b</li></ul>',
  );
  expect(drawn).toBe('Scope\nOne [-two-][+2+] & three[+\n• a\n• b+]');
  expect(notes).toEqual([]);
});

test('words that are replaced side by side are one change', () => {
  expect(content('<p>the quick brown fox</p>', '<p>the slow grey fox</p>').drawn).toBe(
    'the [-quick brown-][+slow grey+] fox',
  );
});

test('an addition to a paragraph does not appear inside the next one', () => {
  const { drawn } = content(
    '<p>Pay the duty now.</p><p>Keep the papers safe.</p>',
    '<p>Pay the duty now. Keep the receipts.</p><p>Keep all papers safe.</p>',
  );
  expect(drawn).toBe('Pay the duty now.[+ Keep the receipts.+]\nKeep [-the-][+all+] papers safe.');
});

test('a paragraph before others, and a change of the first one, are two changes', () => {
  expect(content('<p>one two three</p>', '<p>New</p><p>1 two three</p>').drawn).toBe('[+New+]\n[-one-][+1+] two three');
  expect(content('<p>one two three</p><p>Old</p>', '<p>one two three</p>').drawn).toBe('one two three[-\nOld-]');
});

test('the cells of a row are on one line', () => {
  const table = (cell: string) => `<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>${cell}</td></tr></table>`;
  expect(content(table('2'), table('3')).drawn).toBe('A | B\n1 | [-2-][+3+]');
});

test('a picture is named by its alternative text', () => {
  const { drawn } = content('<p>a</p>', '<p>a</p><img src="/x.jpg" alt="A crate">');
  expect(drawn).toBe('a[+\n[Picture: A crate]+]');
  expect(content('<img src="/x.jpg" alt="A crate">', '<img src="/y.jpg" alt="A crate">')).toMatchObject({
    drawn: '',
    notes: ['Another picture file: [Picture: A crate]'],
  });
});

test.each([
  [
    '<h2>Scope of work</h2>',
    '<p>Scope of work</p>',
    '“Scope of work” changed from a heading of level 2 to a paragraph',
  ],
  ['<p>See us now</p>', '<p>See <strong>us now</strong></p>', 'Bold added to “us now”'],
  ['<p>See <em>us</em></p>', '<p>See us</p>', 'Italic removed from “us”'],
  ['<p>See us</p>', '<p>See <a href="/about">us</a></p>', 'Link to /about added to “us”'],
  ['<a href="/a">us</a>', '<a href="/b">us</a>', 'Link of “us” changed from /a to /b'],
])('a change of formatting is said in words: %s', (before, after, note) => {
  expect(content(before, after)).toMatchObject({ drawn: '', notes: [note], added: 0, removed: 0 });
});

test('bold in two paragraphs is said of each', () => {
  const { notes } = content('<p>One</p><p>Two</p>', '<p><b>One</b></p><p><b>Two</b></p>');
  expect(notes).toEqual(['Bold added to “One”', 'Bold added to “Two”']);
  const later = content('<p>One two <i>three</i> four</p>', '<p>1 two <i>three</i> <b>four</b></p>');
  expect(later.notes).toEqual(['Bold added to “four”']);
});

test('a change of tags that readers do not see is named as such', () => {
  expect(content('<p>a</p><p>b</p>', '<div><p>a</p></div><p>b</p>').notes).toEqual([differences.layoutOnly]);
});

test('added and removed words are counted without punctuation', () => {
  expect(content('<p>one, two three.</p>', '<p>one; four five six three!</p>')).toMatchObject({ added: 3, removed: 1 });
});

test('two long texts without a common word are compared within seconds', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(' ');
  const started = performance.now();
  expect(content(`<p>${text('a')}</p>`, `<p>${text('b')}</p>`)).toMatchObject({ added: 20_000, removed: 20_000 });
  expect(performance.now() - started).toBeLessThan(5000);
});
