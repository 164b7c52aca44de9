import { expect, test } from 'vitest';
import { pastedAddress } from './clean-picture.ts';
import { isMarkdown, readColumns } from './read-clipboard.ts';

test.each([
  '# Heading\n\nText with **bold**',
  'See [the list](https://firm.example/list).',
  '- **One**\n- Two',
  '```\ncode\n```',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
])('%j is Markdown', (text) => expect(isMarkdown(text)).toBe(true));

test.each([
  'Plain text - with a dash, 5 * 3 = 15 and #tag.',
  '- milk\n- bread',
  '1. First\n2. Second',
  'Dear all,\n\n> quoted mail\n\nRegards',
  'the `name` of it',
  '# only a heading',
  'a **2** b',
  'foo_bar_baz __init__',
])('%j is plain text', (text) => expect(isMarkdown(text)).toBe(false));

test('text with the same number of tabs in each line is a table', () => {
  expect(readColumns('a\tb\r\n1\t2\r\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(readColumns('a\tb')).toBeNull();
  expect(readColumns('a\tb\nc')).toBeNull();
});

test.each([
  ['https://www.google.com/url?q=https%3A%2F%2Fa.example%2F%3Fb%3D1&sa=D', 'https://a.example/?b=1'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&h=x', 'https://a.example/'],
  ['https://a.example/x?utm_source=n&b=1', 'https://a.example/x?b=1'],
  ['https://a.example', 'https://a.example'],
  ['https://firm.example/about?x=1#y', '/about?x=1#y'],
  ['mailto:office@firm.example', 'mailto:office@firm.example'],
  ['/blog', '/blog'],
  ['//a.example', null],
  ['javascript:alert(1)', null],
  ['https://www.google.com/url?q=javascript:alert(1)', null],
  ['file:///C:/a.docx', null],
  ['#part', null],
])('the address of the link %s is %s', (href, expected) => {
  expect(pastedAddress(href, 'https://firm.example')).toBe(expected);
});
