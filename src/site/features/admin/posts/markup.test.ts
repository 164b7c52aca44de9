import { expect, test } from 'vitest';
import { type TextMark, applyMark } from './markup.ts';

/** The text with the selection between bars, before and after. */
function mark(name: TextMark, marked: string): string {
  const [before = '', chosen = '', after = ''] = marked.split('|');
  const text = before + chosen + after;
  const { from, to, insert, selectFrom, selectTo } = applyMark(name, {
    text,
    start: before.length,
    end: before.length + chosen.length,
  });
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, selectFrom)}|${next.slice(selectFrom, selectTo)}|${next.slice(selectTo)}`;
}

test('bold wraps the selection, and unwraps it when pressed again', () => {
  expect(mark('bold', 'a |word| here')).toBe('a <strong>|word|</strong> here');
  expect(mark('bold', 'a <strong>|word|</strong> here')).toBe('a |word| here');
  expect(mark('italic', 'a || b')).toBe('a <em>|italic text|</em> b');
});

test('a heading is a whole line, changes its level, and is removed', () => {
  expect(mark('heading', 'one\ntw|o|\nthree')).toBe('one\n<h2>|two|</h2>\nthree');
  expect(mark('subheading', 'one\n<h2>t|w|o</h2>\nthree')).toBe('one\n<h3>|two|</h3>\nthree');
  expect(mark('heading', '<h2>t|w|o</h2>')).toBe('|two|');
  expect(mark('heading', '||')).toBe('<h2>|Heading|</h2>');
});

test('a link selects the missing part: the URL or the text', () => {
  expect(mark('link', 'see |DGFT| now')).toBe('see <a href="|https://|">DGFT</a> now');
  expect(mark('link', 'see |https://a.example/b| now')).toBe('see <a href="https://a.example/b">|link text|</a> now');
});

test('each line becomes an item of the list', () => {
  expect(mark('list', 'a\n|one\ntwo|\nb')).toBe('a\n<ul>\n<li>one</li>\n<li>|two|</li>\n</ul>\nb');
  expect(mark('numbers', 'a||')).toBe('a\n<ol>\n<li>|Item|</li>\n</ol>');
});

test('a table keeps the selected text', () => {
  expect(mark('table', 'a |word|')).toMatch(/^a word\n<table>\n<thead>/);
});
