import type { Fragment, Mark, Node } from '@tiptap/pm/model';
import { ALLOWED_ELEMENTS, type AllowedTag } from '#contract/post-body/allowed-elements.ts';

/** A piece of HTML; `isText` where a line break beside it would be shown. */
type Piece = { html: string; isText: boolean };

const INDENT = '  ';

/** Writes a document as HTML with a line for each block. Line breaks stand only between tags of blocks. */
export function docToHtml(doc: Node): string {
  return joinPieces(piecesOf(doc.content, ''), '');
}

/** The content of the form: a document of one empty paragraph is no text at all. */
export function writeDoc(doc: Node): string {
  const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0;
  return isEmpty ? '' : docToHtml(doc);
}

function piecesOf(content: Fragment, indent: string): Piece[] {
  return content.content.map((node) => ({ html: blockToHtml(node, indent), isText: node.type.name === 'loose' }));
}

function blockToHtml(node: Node, indent: string): string {
  const { name } = node.type;
  if (name === 'loose') return textToHtml(node);
  if (name === 'captionedTable') return captionedToHtml(node, indent);
  if (name === 'table') return tableToHtml(node, indent, []);
  const tag = name as AllowedTag;
  const open = openingTag(tag, node.attrs);
  const { content } = ALLOWED_ELEMENTS[tag];
  if (content === 'empty') return open;
  if (content === 'inline') return `${open}${textToHtml(node)}</${tag}>`;
  if (tag === 'tr') return `${open}${joinPieces(piecesOf(node.content, indent), '', '')}</${tag}>`;
  return wrap(open, piecesOf(node.content, indent + INDENT), tag, indent);
}

/** In loose and preformatted text a break is a line break of the source, unless it would be taken for layout. */
function textToHtml(node: Node): string {
  const hasLines = node.type.name === 'loose' || node.type.name === 'pre';
  const lines = hasLines ? inlineToHtml(node.content, '\n') : '';
  return lines.trim() ? lines : inlineToHtml(node.content, '<br>');
}

function wrap(open: string, pieces: Piece[], tag: string, indent: string): string {
  const inner = indent + INDENT;
  const first = pieces[0]?.isText ? '' : `\n${inner}`;
  const last = pieces.at(-1)?.isText ? '' : `\n${indent}`;
  return `${open}${first}${joinPieces(pieces, inner)}${last}</${tag}>`;
}

function joinPieces(pieces: Piece[], indent: string, line = `\n${indent}`): string {
  let html = '';
  for (const [at, piece] of pieces.entries()) {
    const isBeside = at === 0 || piece.isText || pieces[at - 1]?.isText;
    html += (isBeside ? '' : line) + piece.html;
  }
  return html;
}

function captionedToHtml(node: Node, indent: string): string {
  const [caption, table] = node.children;
  if (!caption || !table) return '';
  return tableToHtml(table, indent, [{ html: `<caption>${textToHtml(caption)}</caption>`, isText: false }]);
}

/** Rows that follow each other in the same section stand in one element. */
function tableToHtml(table: Node, indent: string, before: Piece[]): string {
  const sections: { tag: string; part: unknown; rows: Node[] }[] = [];
  for (const row of table.children) {
    const { section, part } = row.attrs;
    const last = sections.at(-1);
    if (last && last.tag === section && last.part === part) last.rows.push(row);
    else sections.push({ tag: String(section), part, rows: [row] });
  }
  const inner = indent + INDENT;
  const pieces = sections.map(({ tag, rows }) => {
    const lines = rows.map((row) => ({ html: blockToHtml(row, inner + INDENT), isText: false }));
    return { html: wrap(`<${tag}>`, lines, tag, inner), isText: false };
  });
  return wrap('<table>', [...before, ...pieces], 'table', indent);
}

/** Writes text with its marks: the elements of the source in their order, then those that were added. */
function inlineToHtml(content: Fragment, lineBreak: string): string {
  let html = '';
  let open: readonly Mark[] = [];
  const closeTo = (depth: number): void => {
    for (const mark of open.slice(depth).toReversed()) html += `</${mark.type.name}>`;
  };
  for (const node of content.content) {
    const marks = nesting(node.marks);
    const shared = sharedDepth(open, marks);
    closeTo(shared);
    html += marks
      .slice(shared)
      .map(({ type, attrs }) => openingTag(type.name as AllowedTag, attrs))
      .join('');
    html += leafToHtml(node, lineBreak);
    open = marks;
  }
  closeTo(0);
  return html;
}

function nesting(marks: readonly Mark[]): readonly Mark[] {
  const keyOf = (mark: Mark): number => (typeof mark.attrs['key'] === 'number' ? mark.attrs['key'] : Infinity);
  return marks.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) - keyOf(b)));
}

function sharedDepth(open: readonly Mark[], next: readonly Mark[]): number {
  const differs = next.findIndex((mark, at) => !open[at] || !mark.eq(open[at]));
  return differs === -1 ? next.length : differs;
}

function leafToHtml(node: Node, lineBreak: string): string {
  if (node.isText) return escapeText(node.text ?? '');
  return node.type.name === 'br' ? lineBreak : openingTag(node.type.name as AllowedTag, node.attrs);
}

/** The tag with its attributes in the order of the table; spans of one cell are left out. */
function openingTag(tag: AllowedTag, attributes: Readonly<Record<string, string | number | boolean | null>>): string {
  const written = ALLOWED_ELEMENTS[tag].attributes.flatMap((name) => {
    const value = attributes[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    if (name.endsWith('span') && value === 1) return [];
    return [` ${name}="${escapeAttribute(String(value))}"`];
  });
  return `<${tag}${written.join('')}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

function escapeAttribute(value: string): string {
  return escapeText(value.replace(/[\r\n]+/g, ' ')).replaceAll('"', '&quot;');
}
