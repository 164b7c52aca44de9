import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALLOWED_TAGS } from '#contract/post-body/allowed-elements.ts';
import { renderBody } from '#contract/post-body/render-body.ts';
import type { BodyFormat } from '../source.ts';
import { replaceShortcodes } from '../wordpress/shortcodes.ts';
import { convertBody, listPictures } from './convert-body.ts';
import { TooDeep } from './tokens.ts';

const SITE = new URL('https://www.old.example/');

function convert(body: string, format: BodyFormat = 'html', pictures: Record<string, string> = {}) {
  return convertBody({ body, format }, { siteUrl: SITE, pictures: new Map(Object.entries(pictures)) });
}

test('line breaks of HTML are layout, except in preformatted text', () => {
  expect(convert('<p>a\nb</p>\n\n<ul>\n  <li>c</li>\n</ul><pre>d\ne</pre>').content).toBe(
    '<p>a b</p>\n<ul>\n<li>c</li>\n</ul>\n<pre>d<br />e</pre>',
  );
});

test('blank lines of WordPress’ earlier editor separate paragraphs, and a line break is a break', () => {
  expect(convert('a <b>b</b>\nc\n\nd\n<ul>\n<li>e\nf</li>\n</ul>\ng', 'wordpress-text').content).toBe(
    '<p>a <b>b</b><br />c</p>\n<p>d</p>\n<ul>\n<li>e<br />f</li>\n</ul>\n<p>g</p>',
  );
});

test('a line break of WordPress’ earlier editor is a break between elements too, and none behind a break', () => {
  const body =
    '<b>a</b>\n<i>b</i>\n<b>\n<i>c</i></b><br />\nd<br>\n<b>e</b>\n\n<i>f</i>\n<h2>g</h2>\n<p><b>h</b>\n<i>i</i>\n</p>';
  expect(convert(body, 'wordpress-text').content).toBe(
    '<p><b>a</b><br /><i>b</i><br /><b><br /><i>c</i></b><br />d<br /><b>e</b></p>\n' +
      '<p><i>f</i></p>\n<h2>g</h2>\n<p><b>h</b><br /><i>i</i></p>',
  );
});

test('text of the earlier editor between WordPress’ blocks becomes paragraphs, and line breaks in blocks are layout', () => {
  expect(
    convert('a\nb\n\nc\n<!-- wp:paragraph -->\n<p>d\ne</p>\n<!-- /wp:paragraph -->\n\nf', 'wordpress-blocks'),
  ).toEqual({ content: '<p>a<br />b</p>\n<p>c</p>\n<p>d e</p>\n<p>f</p>', dropped: [], notes: [] });
});

test('an address of its own in WordPress, which shows what is there, becomes a link; others stay text', () => {
  const link = '<a href="https://v.example/x?a=1&amp;b=2">https://v.example/x?a=1&amp;b=2</a>';
  expect(convert('Look:\nhttps://v.example/x?a=1&amp;b=2\nand https://v.example/y', 'wordpress-text').content).toBe(
    `<p>Look:<br />${link}<br />and https://v.example/y</p>`,
  );
  const embed =
    '<!-- wp:embed {"url":"https://v.example/x"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://v.example/x\n</div></figure>\n<!-- /wp:embed -->';
  for (const before of ['', '<p><a href="/a">a</a></p>\n'])
    expect(convert(before + embed, 'wordpress-blocks').content).toContain(
      '<a href="https://v.example/x">https://v.example/x</a>',
    );
  const inElements = '<p><a href="https://v.example/z">https://v.example/x</a></p>\n<pre>https://v.example/x</pre>';
  expect(convert(inElements, 'wordpress-blocks').content).toBe(inElements);
  expect(convert('<p>https://v.example/x</p>').content).toBe('<p>https://v.example/x</p>');
});

test('elements with an equivalent are renamed, others are unwrapped', () => {
  expect(
    convert('<h1>a</h1><h5>b</h5><p><del>c</del> <font color="red">d</font></p><section>e</section>').content,
  ).toBe('<h2>a</h2>\n<h4>b</h4>\n<p><s>c</s> d</p>\n<div>e</div>');
});

test('underlined, struck, bold and italic text, and the alignment of cells, are kept where they are styles', () => {
  const span = (style: string) => `<span style="color: red; ${style}">a</span>`;
  const styled = `${span('text-decoration: underline;')}${span('text-decoration: line-through')}${span('font-weight:700')}${span('font-style: italic')}${span('font-weight: 400')}`;
  const coloured = '<mark style="background-color:rgba(0, 0, 0, 0);color:#f00" class="has-inline-color">b</mark>';
  expect(convert(`<p>${styled}${coloured}<mark>c</mark></p>`).content).toBe(
    '<p><u>a</u><s>a</s><strong>a</strong><em>a</em><span>a</span><span>b</span><mark>c</mark></p>',
  );
  const cells =
    '<td style="text-align: right;">1</td><td data-align="center">2</td><th align="RIGHT">3</th><td align="justify">4</td>';
  expect(convert(`<table><tr>${cells}</tr></table>`).content).toContain(
    '<tr><td align="right">1</td><td align="center">2</td><th align="right">3</th><td>4</td></tr>',
  );
});

test('footnotes of a page stand where they belong, also of Word in the earlier editor of WordPress', () => {
  const reference = (n: string) => `<sup class="footnote-ref"><a href="#fn${n}" id="fnref${n}">[${n}]</a></sup>`;
  const note = (n: string, text: string) => `<li id="fn${n}"><p>${text} <a href="#fnref${n}">↩︎</a></p></li>`;
  const notes = `<ol>\n${note('1', 'See <em>the Act</em>.</p>\n<p>Later.')}\n${note('2', 'So.')}\n</ol>`;
  const body = `<p>Due${reference('1')}${reference('2')}, paid${reference('3')}</p>\n<hr>\n<section>\n${notes}</section>`;
  expect(convert(body).content).toBe(
    '<p>Due<small data-footnote>See <em>the Act</em>. Later.</small><small data-footnote>So.</small>, paid<sup><a href="#fn3">[3]</a></sup></p>',
  );
  const mark = (of: string, n: number) =>
    `<a href="#_ftn${of}${n}" name="_ftn${of === '' ? 'ref' : ''}${n}">[${n}]</a>`;
  const word = `Due${mark('', 1)}, paid${mark('', 2)}.\n\n${mark('ref', 1)} See <a href="https://x.example/">it</a>.\n\n${mark('ref', 2)} So.`;
  expect(convert(word, 'wordpress-text').content).toBe(
    '<p>Due<small data-footnote>See <a href="https://x.example/">it</a>.</small>, paid<small data-footnote>So.</small>.</p>',
  );
  const joined = word.replace('it</a>.\n\n', 'it</a>.\n');
  expect(convert(joined, 'wordpress-text').content).toContain('[1]</a> See');
  const ofNote = `<p>Due${reference('1')}</p><ol>${note('1', `So${reference('2')}.`)}${note('2', 'Later.')}</ol>`;
  expect(convert(ofNote).content).toMatch(
    /^<p>Due<small data-footnote>So.*\[2\].*<\/small><\/p>\n<ol>[^]*Later\.[^]*<\/ol>$/,
  );
  const linked = '<p>See <a href="#p" id="q">5</a>.</p><h2 id="p">Part <a href="#q">5</a></h2>';
  expect(convert(linked).content).not.toContain('footnote');
});

test('paragraphs in a caption become its lines', () => {
  const caption = '<figcaption>\n<p><em>a</em></p>\n<p>b <i>c</i></p></figcaption>';
  expect(convert(`<figure><img src="/a.png">${caption}</figure>`).content).toContain(
    '<figcaption><em>a</em><br />b <i>c</i></figcaption>',
  );
});

test('scripts, styles, forms and handlers are removed and reported', () => {
  const { content, dropped } = convert(
    '<p onclick="x()" class="y">a</p><script>alert(1)</script><style>p{}</style><form><button>b</button></form><!-- c -->',
  );
  expect(content).toBe('<p>a</p>');
  expect(dropped).toEqual(['!--', 'button', 'form', 'script', 'style', 'class=', 'onclick=']);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,a',
  'vbscript:a',
])('a link to %j keeps its text only and is reported', (href) => {
  const { content, notes } = convert(`<p><a href="${href}">a</a></p>`);
  expect(content).toBe('<p>a</p>');
  expect(notes).toHaveLength(1);
});

test('relative links lead to the earlier website, and web links stay', () => {
  expect(
    convert('<p><a href="/a/?b=c">a</a> <a href="//x.example/">x</a> <a href="mailto:a@b.example">m</a></p>').content,
  ).toBe(
    '<p><a href="https://www.old.example/a/?b=c">a</a> <a href="https://x.example/">x</a> <a href="mailto:a@b.example">m</a></p>',
  );
});

test('an iframe, a video and its sources become one link each', () => {
  const { content, notes } = convert(
    '<iframe src="https://v.example/1"></iframe><p>a <iframe src="//v.example/2"></iframe></p><video><source src="/v.mp4"><source src="/v.ogv"></video><iframe src="javascript:a()"></iframe>',
  );
  expect(content).toBe(
    [
      '<p><a href="https://v.example/1">https://v.example/1</a></p>',
      '<p>a <a href="https://v.example/2">https://v.example/2</a></p>',
      '<p><a href="https://www.old.example/v.mp4">https://www.old.example/v.mp4</a></p>',
    ].join('\n'),
  );
  expect(notes.filter((note) => note.includes('became a link'))).toHaveLength(3);
});

test('pictures get their new addresses, also where a plugin loads them late and where a link shows them', () => {
  const pictures = { 'https://www.old.example/u/a.png': '/storage/v1/object/public/media/a.png' };
  const body =
    '<p><a href="/u/a.png"><img src="data:image/gif;base64,AA" data-src="/u/a.png" srcset="/u/b.png 2x" alt="A"></a></p>';
  expect(listPictures({ body, format: 'html' }, SITE).map(String)).toEqual(['https://www.old.example/u/a.png']);
  expect(convert(body, 'html', pictures).content).toBe(
    '<p><a href="/storage/v1/object/public/media/a.png"><img src="/storage/v1/object/public/media/a.png" alt="A" /></a></p>',
  );
});

test('a picture without an address of the web is left out and reported', () => {
  const { content, notes } = convert('<p>a<img src="data:image/svg+xml,x"><img src="file:///etc/passwd"></p>');
  expect(content).toBe('<p>a</p>');
  expect(notes).toHaveLength(2);
  expect(convert('<p>a<img src=""></p>').content).toBe('<p>a</p>');
  expect(listPictures({ body: '<img src=" ">', format: 'html' }, SITE)).toEqual([]);
});

test('a link to a file of the earlier website is reported', () => {
  expect(convert('<p><a href="/wp-content/uploads/2020/form.pdf">a</a></p>').notes).toEqual([
    'links to a file of the earlier website: https://www.old.example/wp-content/uploads/2020/form.pdf',
  ]);
});

test('PDF files of the earlier website are copied where they are linked, others are not', () => {
  const body =
    '<p><a href="/u/Form.PDF?v=1">a</a><a href="https://gov.example/b.pdf">b</a><a href="/u/c.docx">c</a></p>';
  const url = 'https://www.old.example/u/Form.PDF?v=1';
  expect(listPictures({ body, format: 'html' }, SITE).map(String)).toEqual([url]);
  expect(convert(body, 'html', { [url]: '/storage/v1/object/public/media/form.pdf' }).content).toContain(
    '<a href="/storage/v1/object/public/media/form.pdf">a</a>',
  );
});

test('a bookmark of Ghost becomes a paragraph with a link, its description and its caption, without pictures', () => {
  const bookmark = (inner: string, caption = '') =>
    `<figure class="kg-card kg-bookmark-card">${inner}${caption}</figure>`;
  const card = bookmark(
    '<a class="kg-bookmark-container" href="https://a.example/x"><div class="kg-bookmark-content">' +
      '<div class="kg-bookmark-title">The <i>Act</i></div><div class="kg-bookmark-description">On duty</div>' +
      '<div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/i.png"><span>A</span></div></div>' +
      '<div class="kg-bookmark-thumbnail"><img src="/t.png"></div></a>',
    '<figcaption><p>See <b>this</b></p></figcaption>',
  );
  expect(convert(`<p>a</p>${card}<p>b</p>`).content).toBe(
    '<p>a</p>\n<p><a href="https://a.example/x">The <i>Act</i></a><br />On duty<br />See <b>this</b></p>\n<p>b</p>',
  );
  expect(listPictures({ body: card, format: 'html' }, SITE)).toEqual([]);
  expect(convert(bookmark('<a href="https://a.example/x"><div>c</div></a>')).content).toBe(
    '<p><a href="https://a.example/x">https://a.example/x</a></p>',
  );
  expect(convert(bookmark('<p>d</p>')).content).toBe('<figure>\n<p>d</p>\n</figure>');
});

test('the content of an own post is not changed unless it holds what the page does not show', () => {
  const content = 'a < b\n<p><a href="/x">c</a></p>';
  expect(convert(content, 'own')).toEqual({ content, dropped: [], notes: [] });
  expect(convert('<p onclick="x">a</p>', 'own')).toEqual({ content: '<p>a</p>', dropped: ['onclick='], notes: [] });
  expect(convert('<a href="javascript:x">a</a>', 'own').content).not.toContain('javascript');
});

test('elements nested very deeply are rejected before they take time', () => {
  expect(() => convert('<div>'.repeat(100_000))).toThrow(TooDeep);
  expect(() => listPictures({ body: '<b>'.repeat(100_000), format: 'wordpress-text' }, SITE)).toThrow(TooDeep);
});

const PIECES = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<ul><li>',
  '</li></ul>',
  '\n\n',
  '\n',
  'word ',
  '<img src="/a.png">',
  '<pre>',
  '</pre>',

  '<script>',
  '</script>',
  '<svg onload=x>',
  '</svg>',
  '<a href="javascript:x">',
  '</a>',
  '<iframe src="//x.example">',

  '<video>',
  '<source src="/v">',
  '</video>',
  '<x-y onclick=z>',
  '<table><tr><td>',
  '</table>',
  '<style>',
  '&lt;script&gt;',
  '<h1>',
  '</h1>',
  '<!--',
  '-->',
  '"',
  "'",
  '<noscript>',
  '</noscript>',
  '<math><mi>',
  '<textarea>',
  '<template>',
];

test('the page of any body has only allowed elements and no script address', () => {
  const format = fc.constantFrom<BodyFormat>('html', 'wordpress-text', 'wordpress-blocks', 'own');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), format, (pieces, kind) => {
      const { content } = convert(pieces.join(''), kind);
      const { html } = renderBody(content, { table: 'Table' });
      for (const [, name] of html.matchAll(/<([a-z0-9-]+)/g)) expect(ALLOWED_TAGS).toContain(name);
      expect(html).not.toMatch(/(?:href|src)="\s*javascript:|\son\w+="/i);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '\n ',
  '\n\n',
  'a\n',
  '[a ',
  '[[a',
  '[a b="',
  '&lt;',
  '<b>a</b>\n',
  '<p>a</p> ',
  '<img src=a>',
  '<a href="%',
  '<li id=a><a href=#a name=a>1</a>',
  '<p><a href=#b name=a>1</a></p><p><a href=#a name=b>1</a></p>',
])('a body of half a million characters of %j is converted before the test ends', (piece) => {
  const { html } = replaceShortcodes(piece.repeat(500_000 / piece.length), new Map(), '');
  expect(convert(html, 'wordpress-text').content).toBeTypeOf('string');
});
