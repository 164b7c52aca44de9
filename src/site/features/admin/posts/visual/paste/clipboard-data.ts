import { type ReadPaste, readClipboard } from './read-clipboard.ts';
import { isMarkdown } from './read-text.ts';

/** What a paste or drop brings: cleaned content, pictures without any text, or `null` for plain text and for nothing. */
export type Brought = { kind: 'content'; paste: ReadPaste } | { kind: 'pictures'; files: readonly File[] } | null;

export function readTransfer(transfer: DataTransfer, origin: string): Brought {
  const text = transfer.getData('text/plain');
  // A code editor colours its HTML; Markdown is written as text there.
  const isSource = transfer.types.includes('vscode-editor-data') && isMarkdown(text);
  const paste = readClipboard({ html: isSource ? '' : transfer.getData('text/html'), text }, origin);
  const files = [...transfer.files].filter(({ type }) => type.startsWith('image/'));
  // Office programs add a picture of copied text to the text. A copied picture has HTML that only refers to it.
  if (files.length > 0 && !hasText(paste)) return { kind: 'pictures', files };
  return paste && { kind: 'content', paste };
}

function hasText(paste: ReadPaste | null): boolean {
  return Boolean(paste && (paste.content.textContent?.trim() || paste.content.querySelector('table')));
}
