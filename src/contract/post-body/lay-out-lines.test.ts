import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutLines } from './lay-out-lines.ts';
import { renderBody } from './render-body.ts';

test('each block of one-line content gets a line', () => {
  expect(
    layOutLines('<h2>a</h2><ul><li>b</li><li>c <b>d</b></li></ul>e<p></p><table><tr><td>f</td><td>g</td></tr></table>'),
  ).toBe(
    [
      '<h2>a</h2>\n<ul>\n<li>b</li>\n<li>c <b>d</b></li>\n</ul>e<p></p>\n<table>\n<tr><td>f</td><td>g</td></tr>\n</table>',
    ].join(''),
  );
});

test('content with line breaks is not changed', () => {
  expect(layOutLines('<p>a</p>\n<p>b</p><p>c</p>')).toBe('<p>a</p>\n<p>b</p><p>c</p>');
});

const PIECES = [
  '<p>',
  '</p>',
  '<h1>',
  '</h1>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<pre>',
  '</pre>',
  '<br>',
  '<td>',
  '</td>',
];
const MORE = [
  '<b>',
  '</b>',
  ' ',
  'a',
  '<hr>',
  '<section>',
  '<!-- x -->',
  '<table>',
  '</table>',
  '<tr>',
  '</tr>',
  '<x>',
];

test('the page stays the same', () => {
  const render = (content: string) => renderBody(content, { table: '' }).html;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 20 }), (pieces) => {
      const content = pieces.join('');
      expect(render(layOutLines(content))).toBe(render(content));
    }),
    { numRuns: 2000 },
  );
});
