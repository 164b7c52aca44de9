import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOf } from '../excerpt.ts';
import { ALLOWED_TAGS, allowedElement } from './allowed-elements.ts';
import { findDropped } from './find-dropped.ts';
import { renderBody as render } from './render-body.ts';
import { splitMarkup } from './split-markup.ts';

const html = (content: string) => render(content, { table: 'Table' }).html;

test('a < that begins no element is text', () => {
  expect(html('value<limit and a<b then fine')).toBe('value&lt;limit and a&lt;b then fine');
  expect(html('Name <name@firm.example>')).toBe('Name &lt;name@firm.example&gt;');
  expect(html('<p>a<b and c>d</p>')).toBe('<p>a&lt;b and c&gt;d</p>');
  expect(html('a<b आयात > c <i - 2 > d')).toBe('a&lt;b आयात &gt; c &lt;i - 2 &gt; d');
  expect(html('<p data-v-1a2b>e</p>')).toBe('<p>e</p>');
  expect(html('1 < 2 <3 <https://firm.example> </limit> <!-- open')).toBe(
    '1 &lt; 2 &lt;3 &lt;https://firm.example&gt; &lt;/limit&gt; &lt;!-- open',
  );
});

test('elements of HTML that are not allowed are removed, not shown as text', () => {
  expect(
    html('a<script>alert(1)</script><iframe src="x"></iframe><svg onload></svg><style>b{}</style><o:p></o:p>'),
  ).toBe('a');
});

test('a tag may have line breaks, unquoted values and a < in an attribute', () => {
  expect(html('<a\nhref="/a"\n>b</a><abbr title="1 < 2">c</abbr><td nowrap colspan=2>d</td><hr/>')).toBe(
    '<a href="/a">b</a><abbr title="1 &lt; 2">c</abbr><td colspan="2">d</td><hr />',
  );
});

test('a line break between two block-level tags is layout, every other is a break', () => {
  expect(html('<h2>a</h2>\n\n<ul>\n  <li>b\nc</li>\n</ul>\r\n<p>d</p>')).toBe(
    '<h2 id="a">a</h2><ul><li>b<br />c</li></ul><p>d</p>',
  );
  expect(html('<p>a</p>\nb\n<p>c</p>')).toBe('<p>a</p><br />b<br /><p>c</p>');
  expect(html('<p>a</p><br>\n<p>b</p>')).toBe('<p>a</p><br /><br /><p>b</p>');
  expect(html('<em>a</em>\n<em>b</em>')).toBe('<em>a</em><br /><em>b</em>');
});

test('what the page does not show is listed', () => {
  expect(findDropped('<p class="x">a</p><IFRAME src="y"></iframe><script>1</script><!-- c --><h1>d</h1>')).toEqual([
    '!--',
    'iframe',
    'script',
    'class=',
  ]);
  expect(findDropped('Name <name@firm.example>, a<b, <strong>c</strong>')).toEqual([]);
});

const PIECES = [
  '<',
  '</',
  '>',
  '/>',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  '&lt;',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?',
  '&#60;',
  '\0',
  'a<b',
  '<script',
  '<svg/onload=x',
  ' onload=alert(1)',
  '<iframe ',
  ' srcdoc=',
  '<style>',
  '</style>',
  '<math>',
  '<mi>',
  '<p',
  '<a href="',
  '<img src=x onerror=',
  '<table>',
  '<td',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '<title>',
  'javascript:alert(1)',
  '<template>',
  '<x:script',
  '<name@firm.example>',
  '<plaintext>',
  '<xmp>',
  'word',
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 25 });

test('the output has no element or attribute outside the list, whatever the input', () => {
  fc.assert(
    fc.property(hostile, (pieces) => {
      const [opened, closed] = splitTags(html(pieces.join('')));
      for (const { name, attributes } of opened) {
        expect(ALLOWED_TAGS).toContain(name);
        for (const attribute of attributes) expect(OF_PAGE).toContain(attribute);
      }
      for (const name of closed) expect(allowedElement(name)).toBeDefined();
    }),
    { numRuns: 3000 },
  );
});

/** Attributes of the list, and those that the page adds. */
const OF_PAGE = [
  ...ALLOWED_TAGS.flatMap((tag) => [...(allowedElement(tag)?.attributes ?? [])]),
  'id',
  'class',
  'tabindex',
  'role',
  'aria-label',
];

/** Every < of sanitised HTML begins a tag. */
function splitTags(output: string): [{ name: string; attributes: string[] }[], string[]] {
  const tags = output.split('<').slice(1);
  const opened = tags
    .filter((tag) => !tag.startsWith('/'))
    .map((tag) => ({
      name: /^[^\s/>]*/.exec(tag)?.[0] ?? '',
      attributes: Array.from(tag.split('>')[0]?.matchAll(/\s([^\s"=/]+)="[^"]*"/g) ?? [], ([, name = '']) => name),
    }));
  return [opened, tags.filter((tag) => tag.startsWith('/')).map((tag) => /^\/([^\s>]*)/.exec(tag)?.[1] ?? '')];
}

test('text without markup is kept character by character', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('<', 'limit', ' ', '@', '>', '=', '<3', 'x')), (pieces) => {
      const content = pieces.join('');
      if (splitMarkup(content).some(({ type }) => type !== 'text')) return;
      expect(html(content).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(content);
    }),
  );
});

test('long hostile content is split in linear time', () => {
  const inputs = [
    '<a '.repeat(100_000),
    '<!--'.repeat(100_000),
    '<a' + ' '.repeat(300_000),
    '<a b="<c d=\''.repeat(30_000),
  ];
  inputs.push('<a' + ' x=y/z'.repeat(50_000), '<a ' + 'x'.repeat(300_000), '<a' + ' x="1"'.repeat(50_000));
  for (const input of inputs) {
    const begin = performance.now();
    splitMarkup(input);
    expect(performance.now() - begin, input.slice(0, 20)).toBeLessThan(1000);
  }
});

test.each(ALLOWED_TAGS)('%s ends a word in excerpts and in the search unless it is inline text of one', (tag) => {
  const isPartOfWord = allowedElement(tag)?.kind === 'mark' && tag !== 'small';
  expect(textOf(`a<${tag}>b</${tag}>`)).toBe(isPartOfWord ? 'ab' : 'a b');
});
