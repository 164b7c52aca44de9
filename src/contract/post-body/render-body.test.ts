import { expect, test } from 'vitest';
import { renderBody as render } from './render-body.ts';

const renderBody = (content: string) => render(content, { table: 'Table' });

test('line breaks become HTML breaks', () => {
  expect(renderBody('one\ntwo\r\nthree').html).toBe('one<br />two<br />three');
});

test('scripts, handlers, styles and frames are taken out', () => {
  const { html } = renderBody(
    '<p onclick="x()" style="color:red">a</p><script>alert(1)</script><iframe src="https://x.example"></iframe><svg onload=x()></svg>',
  );
  expect(html).toBe('<p>a</p>');
});

test('links of other schemes lose their address', () => {
  expect(renderBody('<a href="javascript:alert(1)">a</a>').html).toBe('<a>a</a>');
  expect(renderBody('<img src="data:text/html,x">').html).not.toContain('data:');
});

test('second headings are listed and can be jumped to', () => {
  const { html, contents } = renderBody('<h2>Tax &amp; trade</h2><p>a</p><h2>Tax &amp; trade</h2>');
  expect(contents).toEqual([
    { id: 'tax-trade', title: 'Tax & trade' },
    { id: 'tax-trade-2', title: 'Tax & trade' },
  ]);
  expect(html).toContain('<h2 id="tax-trade">');
});

test('a first heading becomes a second one, because the title is the first', () => {
  expect(renderBody('<h1>a</h1>').html).toBe('<h2 id="a">a</h2>');
});

test('no heading takes an id that the page or another heading has', () => {
  const { contents } = renderBody('<h2>Main</h2><h2>A 2</h2><h2>A</h2><h2>A</h2><h2>आयात</h2>');
  expect(contents.map(({ id }) => id)).toEqual(['main-2', 'a-2', 'a', 'a-3', 'part']);
});

test('a break between the parts of a list or a table is left out, where HTML allows none', () => {
  expect(renderBody('<ul>\n<li>a\nb</li>\n</ul>\nc').html).toBe('<ul><li>a<br />b</li></ul><br />c');
  expect(renderBody('<table>\n<tr>\n<td>a</td>\n</tr>\n</table>').html).toContain('<table><tr><td>a</td></tr></table>');
});

test('a table scrolls by itself and has a name', () => {
  expect(renderBody('<table></table>').html).toBe(
    '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table></table></div>',
  );
});

test('a picture of our own storage is offered in several widths, one from elsewhere is left as it is', () => {
  const own = renderBody('<img src="/storage/v1/object/public/media/a.jpg" alt="A">').html;
  expect(own).toContain('srcset="/storage/v1/render/image/public/media/a.jpg?width=320 320w, ');
  const other = renderBody('<img src="https://x.example/a.jpg" srcset="https://y.example/b.jpg 2x" sizes="1px">').html;
  expect(other).toBe('<img alt="" src="https://x.example/a.jpg" loading="lazy" />');
});
