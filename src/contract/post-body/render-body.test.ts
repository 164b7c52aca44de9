import { expect, test } from 'vitest';
import { renderBody as render } from './render-body.ts';

const renderBody = (content: string) => render(content, { table: 'Table' });

test('line breaks become HTML breaks', () => {
  expect(renderBody('one\ntwo\r\nthree').html).toBe('one<br />two<br />three');
});

test('scripts, handlers, styles and frames are removed', () => {
  const { html } = renderBody(
    '<p onclick="x()" style="color:red">a</p><script>alert(1)</script><iframe src="https://x.example"></iframe><svg onload=x()></svg>',
  );
  expect(html).toBe('<p>a</p>');
});

test('links of other schemes lose their href', () => {
  expect(renderBody('<a href="javascript:alert(1)">a</a>').html).toBe('<a>a</a>');
  expect(renderBody('<img src="data:text/html,x">').html).not.toContain('data:');
});

test('headings of level 2 are in the table of contents, with ids', () => {
  const { html, contents } = renderBody('<h2>Tax &amp; trade</h2><p>a</p><h2>Tax &amp; trade</h2>');
  expect(contents).toEqual([
    { id: 'tax-trade', title: 'Tax & trade' },
    { id: 'tax-trade-2', title: 'Tax & trade' },
  ]);
  expect(html).toContain('<h2 id="tax-trade">');
});

test('h1 becomes h2', () => {
  expect(renderBody('<h1>a</h1>').html).toBe('<h2 id="a">a</h2>');
});

test('ids of headings are unique on the page', () => {
  const { contents } = renderBody('<h2>Main</h2><h2>Article head</h2><h2>A 2</h2><h2>A</h2><h2>A</h2><h2>आयात</h2>');
  expect(contents.map(({ id }) => id)).toEqual(['main-2', 'article-head-2', 'a-2', 'a', 'a-3', 'part']);
});

test('line breaks between the parts of a list or a table are removed', () => {
  expect(renderBody('<ul>\n<li>a\nb</li>\n</ul>\nc').html).toBe('<ul><li>a<br />b</li></ul><br />c');
  expect(renderBody('<table>\n<tr>\n<td>a</td>\n</tr>\n</table>').html).toContain('<table><tr><td>a</td></tr></table>');
});

test('a table has a scrollable container with a label', () => {
  expect(renderBody('<table></table>').html).toBe(
    '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table></table></div>',
  );
});

test('a picture of the embedded storage has several widths, another is unchanged', () => {
  const own = renderBody('<img src="/storage/v1/object/public/media/a.jpg" alt="A">').html;
  expect(own).toContain('srcset="/storage/v1/render/image/public/media/a.jpg?width=320 320w, ');
  const other = renderBody('<img src="https://x.example/a.jpg" srcset="https://y.example/b.jpg 2x" sizes="1px">').html;
  expect(other).toBe('<img alt="" src="https://x.example/a.jpg" loading="lazy" />');
});

test('a link that opens a new tab says so, and the table of contents does not', () => {
  const words = { table: 'Table', newTab: '(opens in a new tab)' };
  const { html, contents } = render(
    '<h2><a href="https://a.example/" target="_blank">Out</a></h2><p><a href="/b">In</a></p>',
    words,
  );
  expect(html).toContain('>Out<span class="sr-only"> (opens in a new tab)</span></a>');
  expect(html).toContain('<a href="/b">In</a>');
  expect(contents).toEqual([{ id: 'out', title: 'Out' }]);
});
