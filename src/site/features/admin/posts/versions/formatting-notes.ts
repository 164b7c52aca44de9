import { beginningOf } from '#contract/excerpt.ts';
import { differences } from '#site/content/differences.ts';
import type { Block, Mark, Token } from './read-tokens.ts';

/** More characters of a text are not quoted. */
const MAX_QUOTED = 60;
const MAX_NOTES = 12;

/** An unchanged token, as both texts have it. */
export type Pair = { before: Token; after: Token };
/** A change of a mark over neighbouring words. */
type MarkRun = { text: string; last: number; say: (text: string) => string };

/** Says in words which unchanged texts have another formatting: blocks, marks, links, pictures. */
export function formattingNotes(pairs: readonly Pair[]): string[] {
  const notes = [...kindNotes(pairs), ...markNotes(pairs), ...pictureNotes(pairs)];
  const rest = notes.length - MAX_NOTES;
  return rest > 0 ? [...notes.slice(0, MAX_NOTES), differences.moreFormatting(rest)] : notes;
}

/** A block changed its kind where most of its new text is in one block of another kind in the old version. */
function kindNotes(pairs: readonly Pair[]): string[] {
  const shared = new Map<Block, Map<Block, number>>();
  for (const { before, after } of pairs) {
    const counts = shared.get(after.block) ?? new Map<Block, number>();
    shared.set(after.block, counts.set(before.block, (counts.get(before.block) ?? 0) + after.text.length));
  }
  return [...shared].flatMap(([block, counts]) => {
    const [old, length] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
    if (old.kind === block.kind || length * 2 < block.text.length) return [];
    return [differences.kindChanged(quote(block.text), differences.kinds[old.kind], differences.kinds[block.kind])];
  });
}

function markNotes(pairs: readonly Pair[]): string[] {
  const runs: MarkRun[] = [];
  const latest = new Map<string, MarkRun>();
  for (const [index, { before, after }] of pairs.entries()) {
    for (const [key, say] of markChanges(before.marks, after.marks)) {
      const run = latest.get(key);
      if (run && run.last === index - 1) {
        run.text += after.text;
        run.last = index;
      } else if (after.text.trim()) {
        const begun = { text: after.text, last: index, say };
        latest.set(key, begun);
        runs.push(begun);
      }
    }
  }
  return runs.map(({ text, say }) => say(quote(text)));
}

function markChanges(before: readonly Mark[], after: readonly Mark[]): [string, (text: string) => string][] {
  const words = differences;
  const changes: [string, (text: string) => string][] = [];
  for (const { kind, value } of after) {
    const old = before.find((mark) => mark.kind === kind);
    if (!old && kind === 'link') changes.push([`+${kind} ${value}`, (text) => words.linkAdded(text, value)]);
    else if (!old) changes.push([`+${kind}`, (text) => words.markAdded(words.marks[kind], text)]);
    else if (old.value !== value)
      changes.push([`~${old.value} ${value}`, (text) => words.linkMoved(text, old.value, value)]);
  }
  for (const { kind } of before)
    if (!after.some((mark) => mark.kind === kind))
      changes.push([`-${kind}`, (text) => words.markRemoved(words.marks[kind], text)]);
  return changes;
}

function pictureNotes(pairs: readonly Pair[]): string[] {
  return pairs
    .filter(({ before, after }) => before.picture !== after.picture)
    .map(({ after }) => differences.pictureReplaced(after.text));
}

function quote(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  const beginning = beginningOf(folded, MAX_QUOTED);
  return beginning === folded ? folded : `${beginning.trim()}…`;
}
