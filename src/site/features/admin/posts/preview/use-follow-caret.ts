import { type RefObject, useEffect } from 'react';
import { blocksIn, countBlocksBefore, countBlocksInHtml } from './caret-block.ts';

/** How far below the top of the preview the edited block is shown, as a part of its height. */
const SHOWN_AT = 0.3;

/** The preview is rendered a moment after the text has changed. */
const PAUSE_MS = 150;
const ATTEMPTS = 20;

/** Scrolls the preview in `box` to the block with the caret, when the caret enters another block. */
export function useFollowCaret(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: number | undefined;
    let timer = 0;
    const follow = (attempts: number): void => {
      const block = blockWithCaret();
      if (block === undefined || block === last) return;
      const view = box.current?.querySelector('iframe')?.contentWindow;
      if (view && scrollTo(view, block)) last = block;
      // The preview is still loading.
      else if (attempts > 1) soon(attempts - 1);
    };
    const soon = (attempts: number): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => follow(attempts), PAUSE_MS);
    };
    const onChange = (): void => soon(ATTEMPTS);
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [box]);
}

/** The number of the block with the caret, from 1; undefined where the caret is not in the text. */
function blockWithCaret(): number | undefined {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement && focused.id === 'post-content') {
    return countBlocksInHtml(focused.value, focused.selectionEnd);
  }
  const node = document.getSelection()?.focusNode;
  const isText = focused instanceof HTMLElement && focused.isContentEditable && node && focused.contains(node);
  return isText ? countBlocksBefore(focused, node) : undefined;
}

/** Returns whether the preview has the text. */
function scrollTo(view: Window, number: number): boolean {
  const prose = view.document.querySelector('.prose');
  if (!prose) return false;
  const blocks = blocksIn(prose);
  const { top } = (blocks[number - 1] ?? blocks.at(-1) ?? prose).getBoundingClientRect();
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ top: top - view.innerHeight * SHOWN_AT, behavior: isCalm ? 'instant' : 'smooth' });
  return true;
}
