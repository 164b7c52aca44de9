import { diffArrays } from 'diff';
import { isBlockLevel } from '#contract/post-body/allowed-elements.ts';
import { splitMarkup } from '#contract/post-body/split-markup.ts';

/** The places of a block in the older and in the newer version; one is absent where the block is new or gone. */
export type BlockPair = { before: number; after?: never } | { before?: never; after: number } | Both;
type Both = { before: number; after: number };

/** Blocks with fewer words in common are two blocks: one that is gone, and a new one. From 0 to 1. */
const MIN_SIMILARITY = 0.35;
/** Between two unchanged blocks; more of them are not compared in pairs, which takes quadratic time. */
const MAX_COMPARISONS = 40_000;
const TIMEOUT_MS = 500;

/**
 * Pairs the blocks of two versions of a body, in order: equal blocks, then between them the most similar ones, and a
 * single block with the single one in its place. The blocks are texts or HTML, such as those of `splitBlocks`. Every
 * index of both versions occurs once, and in ascending order.
 */
export function alignBlocks(before: readonly string[], after: readonly string[]): BlockPair[] {
  const changes = diffArrays([...before], [...after], { timeout: TIMEOUT_MS });
  if (!changes) return pairRange(before, after, { before: 0, after: 0 });
  const pairs: BlockPair[] = [];
  const from = { before: 0, after: 0 };
  let gone: string[] = [];
  let fresh: string[] = [];
  const flush = (): void => {
    pairs.push(...pairRange(gone, fresh, from));
    from.before += gone.length;
    from.after += fresh.length;
    gone = [];
    fresh = [];
  };
  for (const { value, added, removed } of changes) {
    if (removed) gone = value;
    else if (added) fresh = value;
    else {
      flush();
      for (const _ of value) pairs.push({ before: from.before++, after: from.after++ });
    }
  }
  flush();
  return pairs;
}

/** Pairs blocks of which none is equal to another; `from` is the place of the first ones. */
function pairRange(gone: readonly string[], fresh: readonly string[], from: Both): BlockPair[] {
  const pairs: BlockPair[] = [];
  const at = { before: 0, after: 0 };
  const flushTo = ({ before, after }: Both): void => {
    if (before - at.before === 1 && after - at.after === 1) {
      pairs.push({ before: from.before + at.before, after: from.after + at.after });
    } else {
      for (let n = at.before; n < before; n += 1) pairs.push({ before: from.before + n });
      for (let n = at.after; n < after; n += 1) pairs.push({ after: from.after + n });
    }
  };
  for (const { before, after } of mostSimilar(gone, fresh)) {
    flushTo({ before, after });
    pairs.push({ before: from.before + before, after: from.after + after });
    at.before = before + 1;
    at.after = after + 1;
  }
  flushTo({ before: gone.length, after: fresh.length });
  return pairs;
}

/** The pairs in ascending order whose similarities have the largest sum. */
function mostSimilar(gone: readonly string[], fresh: readonly string[]): Both[] {
  if (gone.length * fresh.length > MAX_COMPARISONS) return [];
  const [old, now] = [gone.map(countWords), fresh.map(countWords)];
  const likeness = old.map((one) => now.map((other) => similarity(one, other)));
  // best[i][j] is the largest sum of the blocks from i and from j on.
  const best = Array.from({ length: gone.length + 1 }, () => new Float64Array(fresh.length + 1));
  const ofPair = (i: number, j: number): number => {
    const like = likeness[i]![j]!;
    return like < MIN_SIMILARITY ? 0 : like + best[i + 1]![j + 1]!;
  };
  for (let i = gone.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      best[i]![j] = Math.max(ofPair(i, j), best[i + 1]![j]!, best[i]![j + 1]!);
  const pairs: Both[] = [];
  for (let i = 0, j = 0; i < gone.length && j < fresh.length;) {
    const most = best[i]![j]!;
    if (most === 0) break;
    if (most === ofPair(i, j)) pairs.push({ before: i++, after: j++ });
    else if (most === best[i + 1]![j]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Whether two blocks are versions of one, by their words. */
export function isSimilar(one: string, other: string): boolean {
  return similarity(countWords(one), countWords(other)) >= MIN_SIMILARITY;
}

type WordCount = { counts: ReadonlyMap<string, number>; total: number };

function countWords(block: string): WordCount {
  // redos-disable-next-line -- a tag holds no other <, so no character is read twice
  const words = block.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** The part of the words that two blocks have in common (Sørensen–Dice), from 0 to 1. */
function similarity(one: WordCount, other: WordCount): number {
  let shared = 0;
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (one.total + other.total);
}

const VOID = new Set(['hr', 'img', 'br', 'col', 'wbr']);

/**
 * The blocks of a body as they are written: elements of the first level, and lines outside of them, each with the white
 * space that follows. Joined they are the body.
 */
export function splitBlocks(content: string): string[] {
  const blocks: string[] = [];
  let block = '';
  let depth = 0;
  const end = (): void => {
    // White space before the first block, or after one, belongs to a neighbour.
    if (blocks.length > 0 && !block.trim()) blocks.push(blocks.pop() + block);
    else if (block) blocks.push(block);
    block = '';
  };
  for (const { raw, ...token } of splitMarkup(content)) {
    if (token.type !== 'tag' || !isBlockLevel(token.name)) {
      const lines = depth === 0 ? raw.split(/(?<=\n)/) : [raw];
      for (const [n, line] of lines.entries()) {
        if (n > 0) end();
        block += line;
      }
    } else if (raw.startsWith('</')) {
      block += raw;
      depth = Math.max(0, depth - 1);
      if (depth === 0) end();
    } else {
      if (depth === 0) end();
      block += raw;
      if (!VOID.has(token.name)) depth += 1;
      else if (depth === 0) end();
    }
  }
  end();
  return blocks;
}
