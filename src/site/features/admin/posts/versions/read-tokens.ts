import { renderBody } from '#contract/post-body/render-body.ts';
import { type BlockKind, type MarkKind, differences } from '#site/content/differences.ts';

/** A paragraph, list item, table cell or the like. */
export type Block = { kind: BlockKind; text: string };
/** A mark of a text; `value` is the address of a link. */
export type Mark = { kind: MarkKind; value: string };
/** A word, a space, a punctuation mark, or a separator of blocks. */
export type Token = { text: string; block: Block; marks: readonly Mark[]; picture?: string };

const KINDS: Readonly<Record<string, BlockKind>> = {
  h2: 'heading2',
  h3: 'heading3',
  h4: 'heading4',
  p: 'paragraph',
  li: 'item',
  td: 'cell',
  th: 'headerCell',
  blockquote: 'quote',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
  dt: 'term',
  dd: 'definition',
};
const CONTAINERS = new Set(['div', 'figure', 'ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'hr']);
const MARKS: Readonly<Record<string, MarkKind>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  s: 'strikethrough',
  code: 'code',
  a: 'link',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
  small: 'small',
  abbr: 'abbreviation',
  q: 'quotation',
  cite: 'citation',
};

/** A word, white space, or one other character. */
export const WORD = /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

type Open = { tag: string; value: string; isNew: boolean };
/** The elements around the current place, and the tokens before it. */
type Reading = { open: Open[]; tokens: Token[]; block: Block | null; row: Open | undefined };

/** The readable text of a post's HTML as tokens, as the public page shows it. */
export function readVersionTokens(content: string): Token[] {
  const reading: Reading = { open: [], tokens: [], block: null, row: undefined };
  // The sanitiser closes every tag and escapes every other `<` and `>`.
  for (const [at, part] of renderBody(content, { table: '' }).html.split('<').entries()) {
    const end = part.indexOf('>');
    if (at > 0) readTag(reading, part.slice(0, end));
    for (const word of split(part.slice(end + 1), reading.open)) add(reading, word);
  }
  endBlock(reading);
  return reading.tokens;
}

function readTag(reading: Reading, written: string): void {
  const isClosing = written.startsWith('/');
  const [tag = ''] = /[a-z]\w*/.exec(written) ?? [];
  const attributes = written.slice(tag.length);
  if (KINDS[tag] || CONTAINERS.has(tag)) endBlock(reading);
  // A footnote stands behind a word without a space.
  if (!isClosing && attributes.includes(' data-footnote')) add(reading, ' ');
  if (tag === 'br') add(reading, '\n');
  else if (tag === 'hr') {
    add(reading, differences.rule);
    endBlock(reading);
  } else if (tag === 'img')
    add(reading, differences.picture(attribute(attributes, 'alt')), attribute(attributes, 'src'));
  else if (isClosing) reading.open.splice(reading.open.findLastIndex((one) => one.tag === tag));
  else reading.open.push({ tag, value: attribute(attributes, 'href'), isNew: true });
}

function add(reading: Reading, text: string, picture?: string): void {
  if (!reading.block && !text.trim()) return;
  const block = (reading.block ??= beginBlock(reading));
  block.text += text;
  reading.tokens.push({ text, block, marks: marksOf(reading.open), ...(picture !== undefined && { picture }) });
}

/** Separates the block from the one before it: the cells of a row stand on one line. */
function beginBlock(reading: Reading): Block {
  const { open, tokens } = reading;
  const block: Block = { kind: kindOf(open), text: '' };
  const row = open.findLast(({ tag }) => tag === 'tr');
  if (tokens.length > 0) tokens.push({ text: row && row === reading.row ? ' | ' : '\n', block, marks: [] });
  reading.row = row;
  const item = open.findLast(({ tag }) => tag === 'li');
  if (item?.isNew) tokens.push({ text: '• ', block, marks: [] });
  if (item) item.isNew = false;
  return block;
}

function endBlock(reading: Reading): void {
  const { tokens } = reading;
  while (reading.block && /^\s+$/.test(tokens.at(-1)?.text ?? '')) tokens.pop();
  reading.block = null;
}

function split(text: string, open: readonly Open[]): string[] {
  const decoded = decode(text);
  const isCode = open.some(({ tag }) => tag === 'pre');
  return (isCode ? decoded : decoded.replace(/\s+/g, ' ')).match(WORD) ?? [];
}

/** The innermost block; a paragraph within a list item, cell or quotation belongs to it. */
function kindOf(open: readonly Open[]): BlockKind {
  const inner = open.findLast(({ tag }) => KINDS[tag] && tag !== 'p');
  if (!inner) return 'paragraph';
  const isNumbered = inner.tag === 'li' && open.findLast(({ tag }) => tag === 'ul' || tag === 'ol')?.tag === 'ol';
  return isNumbered ? 'numberedItem' : (KINDS[inner.tag] ?? 'paragraph');
}

function marksOf(open: readonly Open[]): Mark[] {
  const isCode = open.some(({ tag }) => tag === 'pre');
  return open.flatMap(({ tag, value }) => {
    const kind = MARKS[tag];
    return kind && !(isCode && kind === 'code') ? [{ kind, value }] : [];
  });
}

function attribute(attributes: string, name: 'alt' | 'href' | 'src'): string {
  const opening = ` ${name}="`;
  const at = attributes.indexOf(opening);
  if (at < 0) return '';
  const from = at + opening.length;
  return decode(attributes.slice(from, attributes.indexOf('"', from)));
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
