import { type Merge, mergeFields, NO_EARLIER, mergeValue, type Versions } from '../../form-session/merge-fields.ts';
import type { PostValues } from '../post-values.ts';
import { alignBlocks, isSimilar, splitBlocks } from './align-blocks.ts';

/** Two versions of a post: each field, and in the content each paragraph, may be changed by one of them. */
export const mergePosts: Merge<PostValues> = (versions) => mergeFields(versions, { content: mergeBodies });

/**
 * The body with the changes of both versions; null where both changed the same paragraph, list item or table cell, unless
 * mine is preferred. New paragraphs of both in one place follow each other.
 */
export function mergeBodies({
  ancestor,
  mine,
  theirs,
  earlier = NO_EARLIER,
  prefersMine,
}: Versions<string>): string | null {
  const blocks = readBlocks(ancestor);
  const before = {
    mine: earlier.mine.map((body) => changesOf(blocks, body)),
    theirs: earlier.theirs.map((body) => changesOf(blocks, body)),
  };
  const my = changesOf(blocks, mine);
  const their = changesOf(blocks, theirs);
  let merged = '';
  for (let at = 0; at <= blocks.length; at += 1) {
    const known = {
      mine: textsOf(before.mine.flatMap((changes) => changes.added[at]!)),
      theirs: textsOf(before.theirs.flatMap((changes) => changes.added[at]!)),
    };
    const added = mergeAdded(my.added[at]!, their.added[at]!, known, prefersMine);
    if (added === null) return null;
    merged += added;
    const block = blocks[at];
    if (!block) continue;
    const text = mergeBlock({
      ancestor: block.text,
      mine: my.kept[at]!.text,
      theirs: their.kept[at]!.text,
      earlier: {
        mine: before.mine.map(({ kept }) => kept[at]!.text),
        theirs: before.theirs.map(({ kept }) => kept[at]!.text),
      },
      prefersMine,
    });
    if (text === null) return null;
    const space = { ancestor: block.space, mine: my.kept[at]!.space, theirs: their.kept[at]!.space };
    merged += text + (mergeValue(space) ?? my.kept[at]!.space);
  }
  return merged;
}

/** A block as it is written, and the white space after it. A block that is gone is empty. */
type Block = { text: string; space: string };
const GONE: Block = { text: '', space: '' };

function readBlocks(body: string): Block[] {
  return splitBlocks(body).map((block) => {
    const text = block.trimEnd();
    return { text, space: block.slice(text.length) };
  });
}

type Changes = { kept: Block[]; added: Block[][] };

/** What became of each block, and what was added before each, and at the end. */
function changesOf(blocks: readonly Block[], body: string): Changes {
  const changed = readBlocks(body);
  const kept: Block[] = blocks.map(() => GONE);
  const added: Block[][] = [...blocks, GONE].map(() => []);
  let next = 0;
  for (const { before, after } of alignBlocks(textsOf(blocks), textsOf(changed))) {
    if (before !== undefined) {
      next = before + 1;
      if (after !== undefined) kept[before] = changed[after]!;
    } else added[next]!.push(changed[after]!);
  }
  return { kept, added };
}

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.map(({ text }) => text);
}

function mergeAdded(
  mine: readonly Block[],
  theirs: readonly Block[],
  earlier: { mine: readonly string[]; theirs: readonly string[] },
  prefersMine: boolean,
): string | null {
  if (mine.length === 0 || theirs.length === 0) return joined([...mine, ...theirs]);
  let merged = '';
  for (const { before, after } of alignBlocks(textsOf(theirs), textsOf(mine))) {
    const [their, my] = [theirs[before ?? -1], mine[after ?? -1]];
    if (!their || !my || their.text === my.text) merged += joined([(my ?? their)!]);
    else if (!isSimilar(their.text, my.text)) merged += joined([their, my]);
    else if (prefersMine || earlier.mine.includes(their.text)) merged += joined([my]);
    else if (earlier.theirs.includes(my.text)) merged += joined([their]);
    else return null;
  }
  return merged;
}

/** Blocks that were added at the end of a body may have no white space between them. */
function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text, space }) => text + space).join('');
}

/** A list, table or quotation, whose parts are blocks too. */
const CONTAINER = /^(<(ul|ol|li|dl|table|thead|tbody|tr|blockquote|div)\b[^<>]*>)([^]*)(<\/\2>)$/i;

function mergeBlock(versions: Versions<string>): string | null {
  const value = mergeValue(versions);
  if (value !== null) return value;
  const parts = [versions.ancestor, versions.mine, versions.theirs].map((text) => CONTAINER.exec(text));
  const [ancestor, mine, theirs] = parts;
  const isSame = ancestor && mine && theirs && new Set(parts.map((part) => `${part?.[1]} ${part?.[4]}`)).size === 1;
  if (isSame && splitBlocks(ancestor[3]!).length > 1) {
    const insideOf = (texts: readonly string[] = []) => texts.flatMap((text) => CONTAINER.exec(text)?.[3] ?? []);
    const earlier = { mine: insideOf(versions.earlier?.mine), theirs: insideOf(versions.earlier?.theirs) };
    const inner = { ...versions, ancestor: ancestor[3]!, mine: mine[3]!, theirs: theirs[3]!, earlier };
    const merged = mergeBodies(inner);
    if (merged !== null) return `${ancestor[1]}${merged}${ancestor[4]}`;
  }
  return versions.prefersMine ? versions.mine : null;
}
