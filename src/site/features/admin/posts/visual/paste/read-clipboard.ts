import { marked } from 'marked';
import { parseInert } from './parse-inert.ts';
import { cleanDocument, type CleanPaste } from './read-html.ts';
import { isMarkdown, readColumns } from './read-text.ts';

type Clipboard = { html: string; text: string; rtf?: string };
export type ReadPaste = CleanPaste & { isMarkdown: boolean };

/** What a paste brings, cleaned for a post; null for plain text, which needs no cleaning. */
export function readClipboard({ html, text, rtf = '' }: Clipboard, origin: string): ReadPaste | null {
  if (html.trim()) return { ...cleanDocument(parseInert(html), { html, rtf, origin }), isMarkdown: false };
  const rows = readColumns(text);
  if (rows) return { ...cleanDocument(tableOf(rows), { origin }), isMarkdown: false };
  if (!isMarkdown(text)) return null;
  const written = marked.parse(text, { async: false, gfm: true });
  return { ...cleanDocument(parseInert(written), { origin }), isMarkdown: true };
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
  const paste = readClipboard({ html, text, rtf: transfer.getData('text/rtf') }, origin);
  const files = [...transfer.files].filter(({ type }) => type.startsWith('image/'));
  // Office programs add a picture of copied text to the text. A copied picture has HTML that only refers to it.
  if (files.length > 0 && !hasText(paste)) return { kind: 'pictures', files };
  return paste && { kind: 'content', paste };
}

function hasText(paste: ReadPaste | null): boolean {
  return Boolean(paste && (paste.content.textContent?.trim() || paste.content.querySelector('table')));
}
