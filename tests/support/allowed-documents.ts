import fc from 'fast-check';
import {
  ALLOWED_ELEMENTS,
  ALLOWED_TAGS,
  type AllowedElement,
  type AllowedTag,
} from '#contract/post-body/allowed-elements.ts';

/** HTML of the elements that posts may contain, nested as their content models say. */

const VALUES: Record<string, readonly string[]> = {
  href: ['https://a.example/?a=1&amp;b=2', '/blog/x', 'mailto:a@b.example', '#main'],
  src: ['https://a.example/p.jpg', '/storage/v1/object/public/media/p.jpg'],
  srcset: ['/q.jpg 2x'],
  sizes: ['50vw'],
  loading: ['eager'],
  rel: ['nofollow'],
  target: ['_blank', '_self'],
  alt: ['', 'A port &amp; a ship', 'a &lt; b', "it's"],
  title: ['Goods', '1 < 2'],
  width: ['640'],
  height: ['480'],
  start: ['3'],
  reversed: [''],
  scope: ['col', 'row'],
  align: ['left', 'right', 'center'],
  id: ['duty', 'main', 'x y', 'Z-1'],
  'data-footnote': ['', '', 'x'],
  colspan: ['1', '2', '3'],
  rowspan: ['1', '2'],
};
const TEXTS = [
  'word',
  'two words',
  ' led',
  'trail ',
  'a  b',
  '\n',
  'one\ntwo',
  '&amp;',
  '&lt;b&gt;',
  '&nbsp;',
  'आयात',
  '…',
  '"q"',
  'a<b',
  '<name@firm.example>',
  '1 < 2',
  '\t',
  '&copy;',
  '-',
  '\r\n',
  '  ',
  'x > y',
  '&#39;',
  '\u00a0',
  '🚢',
];
const LAYOUT = ['', '', '\n', '\n  ', '\r\n', ' '];

const MARK_TAGS = ALLOWED_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind === 'mark');
const BLOCK_TAGS = ALLOWED_TAGS.filter(
  (tag) =>
    ALLOWED_ELEMENTS[tag].kind !== 'mark' && ALLOWED_ELEMENTS[tag].kind !== 'part' && !['br', 'img'].includes(tag),
);

function attributes(tag: AllowedTag): fc.Arbitrary<string> {
  const names: readonly string[] = ALLOWED_ELEMENTS[tag].attributes;
  return fc
    .tuple(...names.map((name) => fc.option(fc.constantFrom(...(VALUES[name] ?? [])), { nil: null })))
    .map((values) => values.map((value, at) => (value === null ? '' : ` ${names[at]}="${value}"`)).join(''));
}

/** `depth` limits nesting; `within` are the inline elements around, which may not repeat. */
function inline(depth: number, within: readonly AllowedTag[] = []): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(...TEXTS);
  const image = attributes('img').map((given) => `<img${given}>`);
  const choices = [
    { arbitrary: leaf, weight: 6 },
    { arbitrary: fc.constant('<br>'), weight: 1 },
    { arbitrary: image, weight: 1 },
  ];
  if (depth > 0) choices.push({ arbitrary: mark(depth - 1, within), weight: 3 });
  return fc.array(fc.oneof(...choices), { maxLength: 4 }).map((pieces) => pieces.join(''));
}

function mark(depth: number, within: readonly AllowedTag[]): fc.Arbitrary<string> {
  const free = MARK_TAGS.filter((tag) => !within.includes(tag));
  return fc.constantFrom(...free).chain((tag) => {
    const content = inline(depth, [...within, tag]);
    // An empty q would show quotation marks around nothing.
    return element(tag, tag === 'q' ? content.map((inner) => `q${inner}`) : content);
  });
}

function element(tag: AllowedTag, content: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(attributes(tag), content).map(([given, inner]) => `<${tag}${given}>${inner}</${tag}>`);
}

const laidOut = (pieces: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc.tuple(pieces, fc.constantFrom(...LAYOUT)).map(([blocks, layout]) => layout + blocks.join(layout) + layout);

function flow(depth: number, parts: readonly string[] = []): fc.Arbitrary<string> {
  const tags = depth > 0 ? BLOCK_TAGS : BLOCK_TAGS.filter((tag) => ALLOWED_ELEMENTS[tag].kind !== 'block');
  const named = [...tags, ...(parts as AllowedTag[])];
  const some = fc.oneof(
    { arbitrary: fc.constantFrom(...named).chain((tag) => block(tag, depth - 1)), weight: 3 },
    inline(2),
  );
  return laidOut(fc.array(some, { minLength: parts.length, maxLength: 3 }));
}

function block(tag: AllowedTag, depth: number): fc.Arbitrary<string> {
  const { content }: AllowedElement = ALLOWED_ELEMENTS[tag];
  if (tag === 'table') return table(depth);
  if (content === 'empty') return attributes(tag).map((given) => `<${tag}${given}>`);
  if (content === 'inline') return element(tag, inline(2));
  if (content === 'flow') return element(tag, flow(depth));
  if (content.andFlow) return element(tag, flow(depth, content.parts));
  return element(tag, partsOf(content.parts as AllowedTag[], depth));
}

function partsOf(tags: readonly AllowedTag[], depth: number): fc.Arbitrary<string> {
  const part = fc.constantFrom(...tags).chain((tag) => block(tag, depth));
  return laidOut(fc.array(part, { minLength: 1, maxLength: 3 }));
}

/** The parts of a table have an order, which the browser's parser keeps to. */
function table(depth: number): fc.Arbitrary<string> {
  const section = (tag: AllowedTag) => block(tag, depth);
  const some = fc.tuple(
    fc.option(block('caption', depth), { nil: '' }),
    fc.option(section('thead'), { nil: '' }),
    fc.array(fc.oneof(section('tbody'), section('tr')), { minLength: 1, maxLength: 2 }),
    fc.option(section('tfoot'), { nil: '' }),
  );
  return laidOut(some.map(([caption, head, body, foot]) => [caption, head, ...body, foot])).map(
    (inner) => `<table>${inner}</table>`,
  );
}

export const allowedDocument: fc.Arbitrary<string> = flow(3).filter((content) => content.trim() !== '');
