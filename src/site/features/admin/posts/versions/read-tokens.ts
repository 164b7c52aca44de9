import { renderBody } from '#contract/post-body/render-body.ts';
import { type BlockKind, type MarkKind, differences } from '#site/content/differences.ts';

/** A paragraph, list item, table cell or the like. */
export type Block = { kind: BlockKind; text: string };
/** A mark of a text; `value` is the address of a link. */
export type Mark = { kind: MarkKind; value: string };
/** A word, a space, a punctuation mark, or a separator of blocks. */
export type Token = { text: string; block: Block; marks: readonly Mark[]; picture?: string };

const KINDS: Readonly<Record<string, BlockKind>> = {
  ...{ h2: 'heading2', h3: 'heading3', h4: 'heading4', p: 'paragraph', li: 'item', td: 'cell', th: 'headerCell' },
  ...{ blockquote: 'quote', pre: 'code', figcaption: 'caption', caption: 'caption', dt: 'term', dd: 'definition' },
};
const CONTAINERS = new Set(['div', 'figure', 'ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'hr']);
const MARKS: Readonly<Record<string, MarkKind>> = {
  ...{ strong: 'bold', b: 'bold', em: 'italic', i: 'italic', u: 'underline', s: 'strikethrough', code: 'code' },
  ...{ a: 'link', sub: 'subscript', sup: 'superscript', mark: 'highlight', small: 'small', abbr: 'abbreviation' },
  ...{ q: 'quotation', cite: 'citation' },
};
const VOID = new Set(['br', 'img', 'hr']);

/** The sanitiser closes every tag and escapes every `<` and `>`. */
const PART = /<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g;
const WORD = /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

type Open = { tag: string; value: string; isNew: boolean };

/** The readable text of a post's HTML as tokens, as the public page shows it. */
export function readTokens(content: string): Token[] {
  const open: Open[] = [];
  const tokens: Token[] = [];
  let block: Block | null = null;
  let rowOf: Open | undefined;
  const begin = (): Block => {
    if (block) return block;
    block = { kind: kindOf(open), text: '' };
    const row = open.findLast(({ tag }) => tag === 'tr');
    if (tokens.length > 0) tokens.push({ text: row && row === rowOf ? ' | ' : '\n', block, marks: [] });
    rowOf = row;
    const item = open.findLast(({ tag }) => tag === 'li');
    if (item?.isNew) tokens.push({ text: '• ', block, marks: [] });
    if (item) item.isNew = false;
    return block;
  };
  const add = (text: string, extra: Partial<Token> = {}): void => {
    if (!block && !text.trim()) return;
    const at = begin();
    at.text += text;
    tokens.push({ text, block: at, marks: marksOf(open), ...extra });
  };
  const end = (): void => {
    while (block && /^\s+$/.test(tokens.at(-1)?.text ?? '')) tokens.pop();
    block = null;
  };
  for (const [, closing, tag = '', attributes = '', text] of renderBody(content, { table: '' }).html.matchAll(PART)) {
    if (text !== undefined) {
      for (const word of split(text, open)) add(word);
    } else {
      if (KINDS[tag] || CONTAINERS.has(tag)) end();
      if (tag === 'br') add('\n');
      else if (tag === 'img')
        add(differences.picture(attribute(attributes, 'alt')), { picture: attribute(attributes, 'src') });
      else if (tag === 'hr') add(differences.rule);
      if (tag === 'hr') end();
      if (closing) open.splice(open.findLastIndex((one) => one.tag === tag));
      else if (!VOID.has(tag)) open.push({ tag, value: attribute(attributes, 'href'), isNew: true });
    }
  }
  end();
  return tokens;
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

function attribute(attributes: string, name: string): string {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  return found ? decode(found) : '';
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
