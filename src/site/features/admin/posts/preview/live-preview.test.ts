import { expect, test } from 'vitest';
import { countBlocksInHtml } from './live-preview.tsx';

const HTML = '<p>One</p>\n<h2>Two</h2><ul><li><p>Three</p></li><li>Four</li></ul><p>Five</p>';

test.each([
  ['One', 1],
  ['Two', 2],
  ['Three', 3],
  ['Four', 4],
  ['Five', 5],
])('the caret in %s is in block %i', (word, block) => {
  expect(countBlocksInHtml(HTML, HTML.indexOf(word) + 1)).toBe(block);
});

test('text without blocks has none', () => {
  expect(countBlocksInHtml('a <b>b</b> c', 9)).toBe(0);
});
