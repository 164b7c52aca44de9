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

test('a heading without text is not in the table of contents, where its link would have no name', () => {
  const { contents } = renderBody('<h2></h2><h2>&nbsp;</h2><h2><img src="https://a.example/b.png"></h2><h2>Duty</h2>');
  expect(contents).toEqual([{ id: 'duty', title: 'Duty' }]);
});

test('a heading of two lines has a space between them in the table of contents', () => {
  const { html, contents } = renderBody('<h2>Import<br>duty</h2><h2>Export\nduty</h2>');
  expect(html).toBe('<h2 id="import-duty">Import<br />duty</h2><h2 id="export-duty">Export<br />duty</h2>');
  expect(contents.map(({ title }) => title)).toEqual(['Import duty', 'Export duty']);
});

test('a comment between two blocks is no line, and its line breaks are layout', () => {
  expect(renderBody('<p>a</p>\n<!-- b -->\n<p>c</p>').html).toBe('<p>a</p><p>c</p>');
  expect(renderBody('a\n<!-- b -->c').html).toBe('a<br />c');
});

test('h1 becomes h2', () => {
  expect(renderBody('<h1>a</h1>').html).toBe('<h2 id="a">a</h2>');
});

test('ids of headings are unique on the page', () => {
  const { contents } = renderBody('<h2>Main</h2><h2>Footer</h2><h2>A 2</h2><h2>A</h2><h2>A</h2><h2>आयात</h2>');
  expect(contents.map(({ id }) => id)).toEqual(['main-2', 'footer-2', 'a-2', 'a', 'a-3', 'part']);
});

test('line breaks between the parts of a list or a table are removed', () => {
  expect(renderBody('<ul>\n<li>a\nb</li>\n</ul>\nc').html).toBe('<ul><li>a<br />b</li></ul><br />c');
  expect(renderBody('<table>\n<tr>\n<td>a</td>\n</tr>\n</table>').html).toContain('<table><tr><td>a</td></tr></table>');
});

test('a reversed list says where it starts, which browsers know only when the whole page has arrived', () => {
  const inner = '<ol reversed><li>c</li></ol><ol><li>d</li></ol>';
  expect(renderBody(`<ol reversed><li>a${inner}</li><li>b</li></ol>`).html).toBe(
    '<ol reversed start="2"><li>a<ol reversed start="1"><li>c</li></ol><ol><li>d</li></ol></li><li>b</li></ol>',
  );
  expect(renderBody('<ol start="9" reversed><li>a</li></ol>').html).toBe('<ol start="9" reversed><li>a</li></ol>');
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
  expect(html).toContain(' rel="noopener noreferrer">Out<span class="sr-only"> (opens in a new tab)</span></a>');
  expect(html).toContain('<a href="/b">In</a>');
  expect(contents).toEqual([{ id: 'out', title: 'Out' }]);
});

test('only a Latin letter is set over three lines', () => {
  const more = ' and so on'.repeat(30);
  const hasDropCap = (opening: string) => renderBody(`<p>${opening}${more}</p>`).hasDropCap;
  expect(['Duty', 'Élan', 'Ā vowel'].map(hasDropCap)).toEqual([true, true, true]);
  const others = [
    'नमस्ते',
    'வணக்கம்',
    'مرحبا',
    '你好',
    '🪔 Diwali',
    '🇮🇳',
    'Здравствуйте',
    'Ω',
    '𝐁old',
    'E\u0301lan',
    '“Duty',
    'MOOWR',
  ];
  expect(others.filter(hasDropCap)).toEqual([]);
});

test('headings of every level have ids, and one that the source gives is kept where it is free', () => {
  const { html, contents } = renderBody(
    '<h3>Duty</h3><h2>Duty</h2><h4 id="due-date">When</h4><h2 id="due-date">Again</h2>',
  );
  expect(html).toBe(
    '<h3 id="duty-2">Duty</h3><h2 id="duty">Duty</h2><h4 id="due-date">When</h4><h2 id="again">Again</h2>',
  );
  expect(contents.map(({ id }) => id)).toEqual(['duty', 'again']);
  expect(renderBody('<h2 id="main">a</h2><h2 id="x y">b</h2>').contents.map(({ id }) => id)).toEqual(['a', 'b']);
});

const footnotes = { list: 'Footnotes', reference: (n: number) => `Footnote ${n}`, back: (n: number) => `Back ${n}` };
const withNotes = (content: string) => render(content, { table: 'Table', footnotes });

test('footnotes move to the end, numbered by their order, with links to and back', () => {
  const { html } = withNotes(
    '<p>One<small data-footnote>See <a href="/a">this</a>.</small> two<small data-footnote><b>b</b></small></p>',
  );
  expect(html).toBe(
    '<p>One<sup class="footnote-reference"><a id="fnref1" href="#fn1" role="doc-noteref" aria-label="Footnote 1">1</a></sup>' +
      ' two<sup class="footnote-reference"><a id="fnref2" href="#fn2" role="doc-noteref" aria-label="Footnote 2">2</a></sup></p>' +
      '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>' +
      '<li id="fn1">See <a href="/a">this</a>. <a href="#fnref1" role="doc-backlink" aria-label="Back 1">↩</a></li>' +
      '<li id="fn2"><b>b</b> <a href="#fnref2" role="doc-backlink" aria-label="Back 2">↩</a></li></ol></section>',
  );
});

test('a footnote in a link, in a heading, within another or without text breaks nothing', () => {
  const linked = withNotes('<p><a href="/a">In<small data-footnote>n <a href="/b">b</a></small> it</a>.</p>').html;
  expect(linked).toMatch(/^<p><a href="\/a">In it<\/a><sup class="footnote-reference">.*<\/sup>\.<\/p><section/);
  expect(withNotes('<h2>Fn1<small data-footnote>n</small></h2>').contents).toEqual([{ id: 'fn1-2', title: 'Fn1' }]);
  expect(withNotes('a<small data-footnote>b<small data-footnote>c</small>d</small>e').html).toContain(
    '<li id="fn1">b<small>c</small>d ',
  );
  expect(withNotes('a<small data-footnote> </small>b <small>c</small>').html).toBe('ab <small>c</small>');
});

test('columns of figures are aligned to the right, and cells as their source says', () => {
  const rows = (body: string) => renderBody(`<table>${body}</table>`).html;
  const table = rows(
    '<tr><th>Goods</th><th>Duty</th><th>Code</th></tr>' +
      '<tr><td>Tea</td><td>₹ 1,23,456.50</td><td>0901</td></tr><tr><td>5</td><td>–</td><td>0902</td></tr>' +
      '<tr><td colspan="2">Total 3</td><td>x</td></tr><tr><td>Rice</td><td><b>(12 %)</b></td><td></td></tr>',
  );
  expect(Array.from(table.matchAll(/<t[hd] class="align-right">(.*?)<\/t[hd]>/g), ([, text]) => text)).toEqual([
    'Duty',
    '₹ 1,23,456.50',
    '–',
    '<b>(12 %)</b>',
  ]);
  expect(rows('<tr><td align="center">a</td><td align="x">b</td><td align="left">5</td></tr>')).toContain(
    '<tr><td class="align-center">a</td><td>b</td><td class="align-left">5</td></tr>',
  );
  const nested = (outer: string, inner: string) =>
    `<tr><td ${outer}>a</td><td><table><tr><td ${inner}>b</td></tr></table></td></tr>`;
  const aligned = nested('class="align-right"', 'class="align-center"');
  expect(rows(nested('align="right"', 'align="center"')).replace(/<(?:div[^>]*|\/div)>/g, '')).toContain(aligned);
  const merged = '<tr><td rowspan="2">a</td><td>5</td></tr><tr><td>6</td></tr>';
  expect(rows(merged)).toContain('<td class="align-right">6</td>');
});

test('a figure with a footnote is a figure', () => {
  const { html } = withNotes(
    '<table><tr><td>₹ 1,200<small data-footnote>Net</small></td></tr><tr><td>5</td></tr></table>',
  );
  expect(html.match(/<td class="align-right">/g)).toHaveLength(2);
});

test('long tables and many footnotes take linear time', () => {
  const begin = performance.now();
  renderBody(`<table>${'<tr><td rowspan="1000" colspan="1000">1</td><td>2</td></tr>'.repeat(1000)}</table>`);
  withNotes('<p>a<small data-footnote>b</small></p>'.repeat(1000));
  expect(performance.now() - begin).toBeLessThan(3000);
});
