import { diffArrays } from 'diff';
import { differences } from '#site/content/differences.ts';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import type { Readable } from './difference.tsx';
import { type Block, type Mark, readTokens, type Token } from './read-tokens.ts';

export type FieldDifference = {
  name: DifferenceName;
  /** Empty where no word differs. */
  parts: (DiffPart & { at: number })[];
  /** Changes of formatting, each a sentence. */
  notes: string[];
  added: number;
  removed: number;
};

/** For one comparison; after it all of one text counts as removed and all of the other as added. */
const TIMEOUT_MS = 1500;

/** The fields in which two versions differ, in the order of the form. */
export function compareVersions(before: Readable, after: Readable, timeout = TIMEOUT_MS): FieldDifference[] {
  return (Object.keys(editor.difference.names) as DifferenceName[])
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const read = name === 'content' ? readTokens : plainTokens;
      const difference = compareFields(read(before[name]), read(after[name]), timeout);
      const isLayout = difference.parts.length === 0 && difference.notes.length === 0;
      return { name, ...difference, ...(isLayout && { notes: [differences.layoutOnly] }) };
    });
}

function compareFields(before: Token[], after: Token[], timeout: number): Omit<FieldDifference, 'name'> {
  const [old, now] = [before.map(({ text }) => text), after.map(({ text }) => text)];
  const runs = compareTokens(old, now, timeout);
  const isSame = runs?.every(({ kind }) => kind === 'same') ?? false;
  const parts = isSame ? [] : toParts(old, now, runs);
  return {
    parts: parts.map((part, at) => ({ ...part, at })),
    notes: runs ? formattingNotes(before, after, runs) : [],
    added: countWords(now, runs, 'added'),
    removed: countWords(old, runs, 'removed'),
  };
}

function countWords(tokens: readonly string[], runs: Run[] | null, kind: 'added' | 'removed'): number {
  const own = kind === 'added' ? 'after' : 'before';
  const changed = runs
    ? runs.flatMap((run) => (run.kind === kind ? tokens.slice(run[own], run[own] + run.length) : []))
    : tokens;
  return changed.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}

/** The tokens of a field without markup. */
function plainTokens(text: string): Token[] {
  const block = { kind: 'paragraph' as const, text };
  const words = text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
  return words.map((word) => ({ text: word, block, marks: [] }));
}

export type DiffPart = { kind: 'same' | 'removed' | 'added' | 'gap'; text: string };
/** The places of a run of tokens in the two texts. */
export type Run = { kind: 'same' | 'removed' | 'added'; before: number; after: number; length: number };

/** How many unchanged characters are shown on each side of a change. */
const CONTEXT = 120;

/**
 * Compares two texts token by token; null where they have too little in common to be compared in `timeout` ms, which
 * without a limit would take minutes.
 */
export function compareTokens(before: readonly string[], after: readonly string[], timeout: number): Run[] | null {
  const changes = diffArrays([...before], [...after], { timeout });
  if (!changes) return null;
  const runs: Run[] = [];
  const at = { before: 0, after: 0 };
  for (const { value, added, removed } of changes) {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    runs.push({ kind, ...at, length: value.length });
    if (kind !== 'added') at.before += value.length;
    if (kind !== 'removed') at.after += value.length;
  }
  return runs;
}

/** The parts to show. Without `runs` all of one text is shown as removed and all of the other as added. */
export function toParts(before: readonly string[], after: readonly string[], runs: Run[] | null): DiffPart[] {
  if (!runs)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  const parts = runs.map(({ kind, ...run }) => {
    const from = kind === 'removed' ? before.slice(run.before) : after.slice(run.after);
    return { kind, text: from.slice(0, run.length).join('') };
  });
  return foldSame(joinChanges(parts));
}

/** A space between two changed words belongs to the change: "[one two][three four]" rather than word after word. */
function joinChanges(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed) joined.push({ kind: 'removed', text: removed });
    if (added) joined.push({ kind: 'added', text: added });
    removed = added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetween =
      /^[^\S\n]+$/.test(text) && index > 0 && index < parts.length - 1 && removed !== '' && added !== '';
    if (kind === 'removed' || (kind === 'same' && isBetween)) removed += text;
    if (kind === 'added' || (kind === 'same' && isBetween)) added += text;
    if (kind !== 'same' || isBetween) continue;
    flush();
    joined.push({ kind, text });
  }
  flush();
  return joined;
}

/** Replaces the middle of long unchanged parts by a gap. */
function foldSame(parts: DiffPart[]): DiffPart[] {
  return parts.flatMap((part, index) => {
    if (part.kind !== 'same') return [part];
    const head = index === 0 ? '' : startOf(part.text);
    const tail = index === parts.length - 1 ? '' : endOf(part.text);
    if (head.length + tail.length >= part.text.length) return [part];
    return [
      { kind: 'same' as const, text: head },
      { kind: 'gap' as const, text: '' },
      { kind: 'same' as const, text: tail },
    ].filter(({ kind, text }) => kind === 'gap' || text !== '');
  });
}

function startOf(text: string): string {
  const cut = text.slice(0, CONTEXT);
  // redos-disable-next-line -- cut to CONTEXT characters
  return cut.length < text.length ? cut.replace(/\S*$/, '') : cut;
}

function endOf(text: string): string {
  const cut = text.slice(-CONTEXT);
  return cut.length < text.length ? cut.replace(/^\S*/, '') : cut;
}

/** More characters of a text are not quoted. */
const MAX_QUOTED = 60;
const MAX_NOTES = 12;

type Pair = { before: Token; after: Token };
/** A change of a mark over neighbouring words. */
type MarkRun = { text: string; last: number; say: (text: string) => string };

/** Says in words which unchanged texts have another formatting: blocks, marks, links, pictures. */
export function formattingNotes(before: readonly Token[], after: readonly Token[], runs: readonly Run[]): string[] {
  const pairs = runs.flatMap((run) =>
    run.kind === 'same'
      ? Array.from({ length: run.length }, (_, n) => ({
          before: before[run.before + n]!,
          after: after[run.after + n]!,
        }))
      : [],
  );
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
  return folded.length > MAX_QUOTED ? `${folded.slice(0, MAX_QUOTED).trim()}…` : folded;
}
