import { type RefObject, useEffect } from 'react';
import { blocksIn, countBlocksBefore, countBlocksInHtml } from './caret-block.ts';

/** How far below the top of the preview the edited block is shown, as a part of its height. */
const SHOWN_AT = 0.3;

/** Scrolls the preview in `box` to the block with the caret, when the caret enters another block. */
export function useFollowCaret(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: number | undefined;
    let frame = 0;
    const follow = (): void => {
      const block = blockWithCaret();
      const view = box.current?.querySelector('iframe')?.contentWindow;
      if (block === undefined || block === last || !view) return;
      last = block;
      scrollTo(view, block);
    };
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    };
    document.addEventListener('selectionchange', soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', soon);
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

function scrollTo(view: Window, number: number): void {
  const prose = view.document.querySelector('.prose');
  const block = prose && blocksIn(prose)[Math.max(0, number - 1)];
  const top = (block ?? prose)?.getBoundingClientRect().top;
  if (top === undefined) return;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ top: top - view.innerHeight * SHOWN_AT, behavior: isCalm ? 'instant' : 'smooth' });
}
