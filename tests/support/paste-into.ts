import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright';

export type ClipboardContent = {
  html?: string;
  text?: string;
  files?: readonly { name: string; type: string; base64: string }[];
};

/** Sends a paste event with this clipboard to an element, as a browser does. */
export async function pasteInto(target: Locator, pasted: ClipboardContent): Promise<void> {
  await target.evaluate((element, { html, text, files }) => {
    const clipboardData = new DataTransfer();
    if (html !== undefined) clipboardData.setData('text/html', html);
    if (text !== undefined) clipboardData.setData('text/plain', text);
    for (const { name, type, base64 } of files ?? []) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0)!);
      clipboardData.items.add(new File([bytes], name, { type }));
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
}

/** A sample of the clipboard of another program. */
export function readClipboardSample(name: string): Promise<string> {
  return readFile(new URL(`../fixtures/clipboard/${name}`, import.meta.url), 'utf8');
}
