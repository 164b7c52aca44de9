import type { CommentPlace } from '#site/gateway/reviews.ts';

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
