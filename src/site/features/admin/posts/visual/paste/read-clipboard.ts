import { isFootnoteMark } from '#contract/post-body/footnotes.ts';
import { paste } from '#site/content/paste.ts';
import { cleanChildren, type CleanContext } from './clean-nodes.ts';
import type { PastedPicture } from './clean-picture.ts';
import type { Dropped } from './dropped.ts';
import { createFlow } from './flow.ts';
import { nestSiblingLists } from './nest-lists.ts';
import { parseInert, rename, unwrap } from './parse-inert.ts';
import { isFromOffice, prepareWord, removeContents, separateNumbers } from './prepare-word.ts';
import { markdownToHtml } from './read-markdown.ts';
import { readRtfPictures } from './read-rtf-pictures.ts';

export type ReadPaste = {
  /** Holds only what a post may have, and `img[data-paste-picture]` for the pictures to upload. */
  content: Element;
  pictures: PastedPicture[];
  dropped: Dropped;
  /** The number of pictures that stay on other hosts. */
  remote: number;
  isMarkdown: boolean;
};
type Clipboard = { html: string; text: string; rtf?: string };

/** What a paste brings, cleaned for a post; null for plain text, which needs no cleaning. */
export function readClipboard({ html, text, rtf = '' }: Clipboard, origin: string): ReadPaste | null {
  if (html.trim()) return cleanDocument(parseInert(html), { html, rtf, origin });
  const rows = readColumns(text);
  if (rows) return cleanDocument(tableOf(rows), { origin });
  if (!isMarkdown(text)) return null;
  return { ...cleanDocument(parseInert(markdownToHtml(text)), { origin }), isMarkdown: true };
}

function tableOf(rows: readonly string[][]): Document {
  const doc = parseInert('');
  const table = doc.body.appendChild(doc.createElement('table'));
  for (const cells of rows) {
    const row = table.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return doc;
}

/** What a paste or drop brings: cleaned content, pictures without any text, or `null` for plain text and for nothing. */
type Brought = { kind: 'content'; paste: ReadPaste } | { kind: 'pictures'; files: readonly File[] } | null;

export function readTransfer(transfer: DataTransfer, origin: string): Brought {
  const text = transfer.getData('text/plain');
  // A code editor colours its HTML; Markdown is written as text there.
  const isSource = transfer.types.includes('vscode-editor-data') && isMarkdown(text);
  const html = isSource ? '' : transfer.getData('text/html');
  const read = readClipboard({ html, text, rtf: transfer.getData('text/rtf') }, origin);
  const files = [...transfer.files].filter(({ type }) => type.startsWith('image/'));
  // Office programs add a picture of copied text to the text. A copied picture has HTML that only refers to it.
  if (files.length > 0 && !hasText(read)) return { kind: 'pictures', files };
  return read && { kind: 'content', paste: read };
}

function hasText(read: ReadPaste | null): boolean {
  return Boolean(read && (read.content.textContent?.trim() || read.content.querySelector('table')));
}

type Source = { html?: string; rtf?: string; /** This site's own. */ origin: string };

/** Cleans a document of the clipboard, which it changes. */
function cleanDocument(doc: Document, { html = '', rtf = '', origin }: Source): ReadPaste {
  const { body } = doc;
  const dropped: Dropped = new Map();
  const files = matchFiles(body, rtf);
  if (isFromOffice(html)) prepareWord(body, dropped);
  if (html.includes('content="LibreOffice')) separateNumbers(body);
  // Google Docs puts everything into an element for bold text that is not bold.
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
  nameAriaHeadings(body);
  removeContents(body, dropped);
  nestSiblingLists(body);
  placeFootnotes(body);
  const context: CleanContext = {
    dropped,
    pictures: [],
    files,
    remote: 0,
    origin,
    fileName: paste.picture.fileName,
    shift: body.querySelector('h1') ? 1 : 0,
  };
  const content = doc.createElement('div');
  const flow = createFlow(content);
  cleanChildren(body, flow, { link: null, tags: new Set() }, context);
  flow.end();
  return { content, pictures: context.pictures, dropped, remote: context.remote, isMarkdown: false };
}

/** Gives pictures of the computer their bytes from the RTF, if there are as many in it. */
function matchFiles(body: Element, rtf: string): readonly File[] {
  const images = [...body.querySelectorAll('img[src^="file:"]')];
  if (images.length === 0 || !rtf) return [];
  const files = readRtfPictures(rtf, paste.picture.fileName);
  if (files.length !== images.length) return [];
  for (const [index, image] of images.entries()) image.setAttribute('data-paste-file', String(index));
  return files;
}

/** Word for the web and some applications mark headings by their role. */
function nameAriaHeadings(body: Element): void {
  for (const element of body.querySelectorAll('[role=heading][aria-level]')) {
    const level = /^[1-6]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
    if (level && !/^h[1-6]$/.test(element.localName)) rename(element, `h${level}`);
  }
}

/**
 * Footnotes and endnotes, whose number in the text and whose note link to each other in every program, stand where they
 * belong, as in the posts.
 */
function placeFootnotes(body: Element): void {
  const named = new Map<string, Element>();
  for (const element of body.querySelectorAll('[id], a[name]'))
    for (const name of [element.id, element.getAttribute('name')]) if (name) named.set(`#${name}`, element);
  const targetOf = (link: Element) => named.get(link.getAttribute('href') ?? '');
  for (const link of body.querySelectorAll(WITHIN)) {
    const target = isFootnoteMark(textOf(link)) && body.contains(link) ? targetOf(link) : undefined;
    const note = target && noteAround(target);
    const backs = [...(note?.querySelectorAll(WITHIN) ?? [])].filter((back) => targetOf(back)?.contains(link));
    // A note of a note has no place.
    if (!note || backs.length === 0 || !isBefore(link, note) || link.closest('small[data-footnote]')) continue;
    for (const back of backs) back.remove();
    const placed = body.ownerDocument.createElement('small');
    placed.setAttribute('data-footnote', '');
    placed.append(...note.childNodes);
    const sup = link.closest('sup');
    (sup && textOf(sup) === textOf(link) ? sup : link).replaceWith(placed);
    removeEmptied(note);
  }
}

const WITHIN = 'a[href^="#"]';
const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
const textOf = (element: Element): string => element.textContent?.trim() ?? '';

/** Removes a note that was moved, and the box of notes after the last of them, with the line above it. */
function removeEmptied(note: Element): void {
  let empty = note;
  while (empty.parentElement && empty.parentElement !== note.ownerDocument.body && textOf(empty.parentElement) === '')
    empty = empty.parentElement;
  if (empty !== note && empty.previousElementSibling?.localName === 'hr') empty.previousElementSibling.remove();
  empty.remove();
}

/** The item, the box or the paragraph of a note, of which `target` is a part; null where it holds several notes. */
function noteAround(target: Element): Element | null {
  const box = target.closest('li, div, dd');
  if (box?.localName === 'li' || box?.querySelectorAll(WITHIN).length === 1) return box;
  const paragraph = target.closest('p');
  return paragraph && paragraph.querySelectorAll(':is([id], [name])[href^="#"]').length < 2 ? paragraph : null;
}

/** Signs of Markdown with their weight; a text with a weight of 2 is read as Markdown. */
const SIGNS: readonly { pattern: RegExp; weight: number }[] = [
  { pattern: /^#{1,6} +\S/m, weight: 1.5 },
  { pattern: /[^\s\]]\]\((?:https?:|mailto:|tel:|\/)/, weight: 2 },
  { pattern: /^(?:```|~~~)/m, weight: 2 },
  { pattern: /\| ?:?---/, weight: 2 },
  { pattern: /\*\*\w[^*\n]{0,100}\*\*/, weight: 1 },
  { pattern: /^ {0,3}[-*+] +\S[^\n]*\n+ *[-*+] +\S/m, weight: 1 },
  { pattern: /^ {0,3}\d{1,3}\. +\S[^\n]*\n+ *\d{1,3}\. +\S/m, weight: 0.5 },
  { pattern: /^> ?\S/m, weight: 0.5 },
  { pattern: /^\[\^[^\]\s]{1,60}\]:/m, weight: 2 },
  { pattern: /^ {0,3}[-*+] \[[ xX]\] \S/m, weight: 2 },
  { pattern: /`[^`\n]{1,200}`/, weight: 0.5 },
];
const ENOUGH = 2;
/** Signs are looked for in this many characters. */
const MAX_READ = 20_000;

export function isMarkdown(text: string): boolean {
  const start = text.slice(0, MAX_READ).replaceAll('\r\n', '\n');
  return SIGNS.reduce((sum, { pattern, weight }) => sum + (pattern.test(start) ? weight : 0), 0) >= ENOUGH;
}

/** The rows of text in columns separated by tabs, as of a spreadsheet; null for other text. */
export function readColumns(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.at(-1) === '') lines.pop();
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.length > 1 && rows.every(({ length }) => length === width) ? rows : null;
}
