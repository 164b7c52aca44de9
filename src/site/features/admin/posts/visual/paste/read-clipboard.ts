import { marked } from 'marked';
import { parseInert } from './parse-inert.ts';
import { type CleanPaste, cleanDocument } from './read-html.ts';
import { isMarkdown, readColumns } from './read-text.ts';

export type Clipboard = { html: string; text: string };
export type ReadPaste = CleanPaste & { isMarkdown: boolean };

/** What a paste brings, cleaned for a post; null for plain text, which needs no cleaning. */
export function readClipboard({ html, text }: Clipboard, origin: string): ReadPaste | null {
  if (html.trim()) return { ...cleanDocument(parseInert(html), html, origin), isMarkdown: false };
  const rows = readColumns(text);
  if (rows) return { ...cleanDocument(tableOf(rows), '', origin), isMarkdown: false };
  if (!isMarkdown(text)) return null;
  const written = marked.parse(text, { async: false, gfm: true });
  return { ...cleanDocument(parseInert(written), '', origin), isMarkdown: true };
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
