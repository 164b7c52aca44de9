import type { Edit } from './markup.ts';

/** Makes the edit as if it had been typed, so that the browser's own undo takes it back. */
export function performEdit(area: HTMLTextAreaElement, { from, to, insert, selectFrom, selectTo }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, and the only way that keeps the undo history of a text area.
  // Not where a window that is about to close still holds the focus.
  const isTyped = document.activeElement === area && document.execCommand('insertText', false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(selectFrom, selectTo);
}
