import { readFile, readdir } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModule } from '../support/bundle-for-browser.ts';
import { shareChromium } from '../support/journey.ts';

const FOLDER = new URL('../fixtures/clipboard/', import.meta.url);
const MODULE = 'src/site/features/admin/posts/visual/paste';

let page: Page;
beforeAll(async () => {
  page = await (await shareChromium()).newPage();
  await loadModule(page, `${MODULE}/read-clipboard.ts`, 'ClipboardReader');
  await loadModule(page, `${MODULE}/dropped.ts`, 'Dropping');
});
afterAll(() => page.close());

type Result = { html: string; dropped: string; pictures: string[]; remote: number } | null;

/** Runs in the page. */
function read(clipboard: { html: string; text: string; rtf?: string }): Promise<Result> {
  return page.evaluate((given) => {
    // @ts-expect-error -- the bundles are globals of the page
    const { ClipboardReader, Dropping } = window;
    const paste = ClipboardReader.readClipboard(given, 'https://firm.example');
    if (!paste) return null;
    const blocks = [...paste.content.children].map((child: Element) => child.outerHTML);
    return {
      html: blocks.join('\n'),
      dropped: Dropping.describeDropped(paste.dropped),
      pictures: paste.pictures.map(({ file }: { file: File }) => `${file.name} ${file.type} ${file.size}`),
      remote: paste.remote,
    };
  }, clipboard);
}

const names = (await readdir(FOLDER)).filter((name) => /(?<!\.expected)\.html$|\.txt$/.test(name));

test.each(names)('%s is cleaned as expected', async (name) => {
  const given = await readFile(new URL(name, FOLDER), 'utf8');
  const expected = await readFile(new URL(name.replace(/\.\w+$/, '.expected.html'), FOLDER), 'utf8');
  const result = await read(name.endsWith('.txt') ? { html: '', text: given } : { html: given, text: 'plain' });
  expect(`<!-- ${result?.dropped} -->\n${result?.html}\n`).toBe(expected);
});

test('the text of an element that is named as a property of each object is kept', async () => {
  expect(await read({ html: '<p>a <constructor>b <b>c</b></constructor></p>', text: '' })).toMatchObject({
    html: '<p>a b <strong>c</strong></p>',
  });
});

test('a picture with its bytes is handed over as a file', async () => {
  const html = '<p>a<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A dot"></p>';
  expect(await read({ html, text: '' })).toMatchObject({ pictures: ['pasted picture.gif image/gif 14'] });
});

test('a picture of the computer has its bytes from the RTF of the same clipboard', async () => {
  const html = '<p class=MsoNormal>a<img src="file:///C:/clip_image001.png" alt="A port"></p>';
  const rtf = String.raw`{\rtf1{\pict\pngblip 89504e470d0a1a0a}}`;
  expect(await read({ html, text: 'a', rtf })).toMatchObject({
    pictures: ['pasted picture.png image/png 8'],
    dropped: '',
  });
  expect(await read({ html: html + html, text: 'a', rtf })).toMatchObject({
    pictures: [],
    dropped: 'Dropped from the paste: 2 pictures that could not be read.',
  });
});

test('a table of Word with merged cells gets no empty row', async () => {
  const row = (cells: string) => `<tr style='mso-yfti-irow:0'>${cells}</tr>`;
  const cell = (text: string, spans = '') => `<td ${spans}><p class=MsoNormal>${text}<o:p></o:p></p></td>`;
  const widths = '<![if !supportMisalignedColumns]><tr height=0><td width=99></td><td width=9></td></tr><![endif]>';
  const rows = row(cell('a', 'rowspan=2') + cell('b')) + row(cell('c')) + row(cell('d', 'colspan=2')) + widths;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><table class=MsoTableGrid>${rows}</table>`;
  expect(await read({ html, text: '' })).toMatchObject({
    html: '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td colspan="2">d</td></tr></tbody></table>',
  });
  const covered = '<table><tr><td rowspan=3>a<td>b</tr><tr></tr><tr><td>c</tr></table>';
  expect(await read({ html: covered, text: '' })).toMatchObject({
    html: '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
  });
});

test('a head of two rows whose cells reach over both stays whole, and hidden cells of a spreadsheet are not pasted', async () => {
  const head =
    '<tr><td rowspan=2><b>Goods</b></td><td colspan=2><b>Duty</b></td></tr><tr><td><b>A</b></td><td><b>B</b></td></tr>';
  const hidden = '<tr height=0 style="display:none"><td>Secret</td><td>1</td><td>2</td></tr>';
  const row = '<tr><td>Tea</td><td>5</td><td>6</td><td style="display:none">Margin</td></tr>';
  expect(await read({ html: `<table>${head}${hidden}${row}</table>`, text: '' })).toMatchObject({
    html:
      '<table><thead><tr><th rowspan="2">Goods</th><th colspan="2">Duty</th></tr><tr><th>A</th><th>B</th></tr></thead>' +
      '<tbody><tr><td>Tea</td><td>5</td><td>6</td></tr></tbody></table>',
  });
  const side = '<tr><th rowspan=2>a</th><th>b</th></tr><tr><td>c</td></tr>';
  expect(await read({ html: `<table>${side}</table>`, text: '' })).toMatchObject({
    html: `<table><tbody>${side.replace('=2', '="2"')}</tbody></table>`,
  });
});

test('two line breaks end a paragraph, also with white space between them', async () => {
  expect(await read({ html: '<div>a<br>\n<br>\nb<br>&nbsp;<br>c<br> d</div>', text: '' })).toMatchObject({
    html: '<p>a</p>\n<p>b</p>\n<p>c<br>d</p>',
  });
});

test('footnotes of Markdown stand where they belong, and one that nothing refers to stays text', async () => {
  const text =
    'Due[^1] and **paid**[^b].\n\n[^1]: See [the Act](https://a.example/),\n    section 5.\n[^b]: Later\n[^c]: Alone\n';
  expect(await read({ html: '', text })).toMatchObject({
    html:
      '<p>Due<small data-footnote="">See <a href="https://a.example/">the Act</a>, section 5.</small> and ' +
      '<strong>paid</strong><small data-footnote="">Later</small>.</p>\n<p>[^c]: Alone</p>',
    dropped: '',
  });
  const colon = 'The rates are[^1]: five. And[^2]\n\n[^1]: As of May\n[^2]: See [^3]\n[^3]: Kept\n';
  expect(await read({ html: '', text: colon })).toMatchObject({
    html:
      '<p>The rates are<small data-footnote="">As of May</small>: five. And<small data-footnote="">See [^3]</small></p>\n' +
      '<p>[^3]: Kept</p>',
  });
});

test('footnotes of a page stand where they belong, also two in a row, and a number without a note stays', async () => {
  const reference = (n: string) => `<sup id="r${n}"><a href="#n${n}">[${n}]</a></sup>`;
  const note = (n: string, text: string) => `<li id="n${n}"><p>${text} <a href="#r${n}">↩</a></p></li>`;
  const notes = `<hr><section><ol>${note('1', 'See <i>the Act</i>.')}${note('2', 'Later, <a href="#n1">1</a>.')}</ol></section>`;
  const html = `<p>Due${reference('1')}${reference('2')} and paid${reference('3')}.</p>${notes}<p id="n4">End</p>`;
  expect(await read({ html, text: '' })).toMatchObject({
    html:
      '<p>Due<small data-footnote="">See <em>the Act</em>.</small><small data-footnote="">Later, 1.</small> and ' +
      'paid<sup>[3]</sup>.</p>\n<p>End</p>',
  });
  const ofNote = `<p>Due${reference('1')}</p><ol>${note('1', `So${reference('2')}.`)}${note('2', 'Later.')}</ol>`;
  expect(await read({ html: ofNote, text: '' })).toMatchObject({
    html: '<p>Due<small data-footnote="">So<sup>[2]</sup>.</small></p>\n<ol><li>Later. ↩</li></ol>',
  });
  expect(await read({ html: '', text: '# a\n\nb[^1][^2]\n\n[^1]: c\n[^2]: d\n' })).toMatchObject({
    html: '<h2>a</h2>\n<p>b<small data-footnote="">c</small><small data-footnote="">d</small></p>',
  });
  const linked = '<p>See <a href="#p" id="q">5</a>.</p><h2 id="p">Part <a href="#q">up</a></h2>';
  expect(await read({ html: linked, text: '' })).toMatchObject({
    html: '<p>See <a href="#p">5</a>.</p>\n<h2 id="p">Part up</h2>',
  });
});

test('the alignment of cells is kept, and the id of a heading that a link of the paste leads to', async () => {
  const cells = '<tr><td style="text-align:right">5</td><td align="CENTER">b</td><td align="left">c</td></tr>';
  expect(await read({ html: `<table>${cells}${cells}</table>`, text: '' })).toMatchObject({
    html: expect.stringContaining('<tr><td align="right">5</td><td align="center">b</td><td>c</td></tr>') as string,
  });
  const ofWord = '<tr><td><p align=right>5</p></td><td><p style="text-align:center">b</p><p>c</p></td></tr>';
  expect(await read({ html: `<table>${ofWord}</table>`, text: '' })).toMatchObject({
    html: expect.stringContaining(
      '<tr><td align="right">5</td><td align="center"><p>b</p><p>c</p></td></tr>',
    ) as string,
  });
  const linked = '<h2 id="due">Due</h2><h2 id="other">Other</h2><p><a href="#due">a</a><a href="#gone">b</a></p>';
  expect(await read({ html: linked, text: '' })).toMatchObject({
    html: '<h2 id="due">Due</h2>\n<h2>Other</h2>\n<p><a href="#due">a</a>b</p>',
    dropped: '',
  });
});

test('boxes of tasks keep their ticks', async () => {
  expect(await read({ html: '', text: '## Tasks\n\n- [x] Filed\n- [ ] Paid\n' })).toMatchObject({
    html: '<h2>Tasks</h2>\n<ul><li>☑ Filed</li><li>☐ Paid</li></ul>',
    dropped: '',
  });
});

test('plain text is left to the editor', async () => {
  expect(await read({ html: '', text: 'Just a line' })).toBeNull();
});

test('columns of a spreadsheet become a table', async () => {
  expect(await read({ html: '', text: 'a\tb\n1\t<2>\n' })).toMatchObject({
    html: '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>&lt;2&gt;</td></tr></tbody></table>',
  });
});

test('reading a paste runs no script and loads nothing', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const html = '<img src="https://x.example/a.png" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg>';
  await read({ html, text: '' });
  await page.waitForTimeout(200);
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});
