import { useEffect, useState } from 'react';
import type { CommentPlace } from '#site/gateway/reviews.ts';
import type { Thread } from './comments.tsx';

/** As many characters of a paragraph as a comment quotes. */
const QUOTED = 80;

const textOf = (block: string): string => block.replace(/\s+/g, ' ').trim();

/** The place of the block with this number, by the texts of all blocks. */
export function placeAt(blocks: readonly string[], block: number): CommentPlace {
  return {
    block,
    quote: Array.from(textOf(blocks[block] ?? ''))
      .slice(0, QUOTED)
      .join(''),
  };
}

/**
 * The number of the block that a comment is about: the nearest to its place that begins with its quote; null where none
 * does. A block without text, such as a picture, is found by its place alone.
 */
export function findBlock(blocks: readonly string[], { block, quote }: CommentPlace): number | null {
  const found = blocks.flatMap((text, at) => {
    const own = textOf(text);
    return (quote === '' ? own === '' : own.startsWith(quote)) ? [at] : [];
  });
  if (quote === '') return found.includes(block) ? block : null;
  return found.toSorted((one, other) => Math.abs(one - block) - Math.abs(other - block))[0] ?? null;
}

const TEXT_ID = 'post-content';

/** The blocks of the visual editor; none while the text is shown as HTML, or the editor is loading. */
function listBlocks(): HTMLElement[] {
  const text = document.getElementById(TEXT_ID);
  return text?.isContentEditable ? [...text.children].filter((one) => one instanceof HTMLElement) : [];
}

const textsOf = (blocks: readonly HTMLElement[]): string[] => blocks.map(({ textContent }) => textContent);

/** The paragraph that the caret was in last; null before it was in one. */
export function useCaretPlace(): CommentPlace | null {
  const [place, setPlace] = useState<CommentPlace | null>(null);
  useEffect(() => {
    const read = (): void => {
      const at = document.getSelection()?.anchorNode ?? null;
      const blocks = listBlocks();
      const block = at ? blocks.findIndex((one) => one.contains(at)) : -1;
      if (block < 0) return;
      const next = placeAt(textsOf(blocks), block);
      setPlace((last) => (last?.block === next.block && last.quote === next.quote ? last : next));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, []);
  return place;
}

/** Scrolls to the paragraph of a comment and selects it. Returns false where the text has it no more. */
export function showPlace(place: CommentPlace): boolean {
  const blocks = listBlocks();
  const block = blocks[findBlock(textsOf(blocks), place) ?? -1];
  if (!block) return false;
  block.scrollIntoView({ block: 'center' });
  document.getSelection()?.selectAllChildren(block);
  return true;
}

/** Marks the paragraphs of these comments in the text, by a stylesheet: the editor owns its elements. */
export function useMarkedBlocks(threads: readonly Thread[], content: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const mark = (): void => {
      const texts = textsOf(listBlocks());
      const marked = threads.flatMap(({ comment: { block, quote } }) => {
        const at = block === null ? null : findBlock(texts, { block, quote });
        return at === null ? [] : [`#${TEXT_ID} > :nth-child(${at + 1})`];
      });
      sheet.replaceSync(marked.length > 0 ? `${marked.join()} { background: var(--color-commented) }` : '');
    };
    // After the editor has rendered the text, and once more when it has been loaded.
    const timers = [0, 1000].map((delay) => setTimeout(mark, delay));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      timers.forEach(clearTimeout);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [threads, content]);
}
