import type { CleanPaste } from './read-html.ts';
import { readClipboard } from './read-clipboard.ts';
import { isMarkdown } from './read-text.ts';

export type PasteResult = Omit<CleanPaste, 'content'> & { content: Element; isMarkdown: boolean };

/** What a paste or drop brings; null for plain text and for nothing. */
export function readTransfer(transfer: DataTransfer, origin: string, fileName: string): PasteResult | null {
  const text = transfer.getData('text/plain');
  // A code editor colours its HTML; Markdown is written as text there.
  const isSource = transfer.types.includes('vscode-editor-data') && isMarkdown(text);
  const paste = readClipboard({ html: isSource ? '' : transfer.getData('text/html'), text }, origin);
  const files = [...transfer.files].filter(({ type }) => type.startsWith('image/'));
  // Office programs add a picture of copied text to the text.
  if (files.length === 0 || hasText(paste) || (!paste && text.trim())) return paste;
  return picturesOnly(files, paste, fileName);
}

function hasText(paste: PasteResult | null): boolean {
  return Boolean(paste && (paste.content.textContent?.trim() || paste.content.querySelector('table')));
}

/** A copied picture has its file, and HTML that only refers to it. */
function picturesOnly(files: readonly File[], paste: PasteResult | null, fileName: string): PasteResult {
  const alts = [...(paste?.content.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('alt') ?? '');
  const content = document.implementation.createHTMLDocument('').createElement('div');
  for (const index of files.keys()) {
    const image = content
      .appendChild(content.ownerDocument.createElement('p'))
      .appendChild(content.ownerDocument.createElement('img'));
    image.setAttribute('data-paste-picture', String(index));
  }
  const pictures = files.map((file, at) => ({ file: named(file, fileName), alt: alts[at] ?? '' }));
  return { content, pictures, dropped: new Map(), remote: 0, isMarkdown: false };
}

/** Browsers call every picture of the clipboard `image.png`. */
function named(file: File, fileName: string): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  return new File([file], file.name.replace('image', fileName), { type: file.type });
}
