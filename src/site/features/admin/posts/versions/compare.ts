import { diffArrays } from 'diff';
import { differences } from '#site/content/differences.ts';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import type { Readable } from './difference.tsx';
import { type Block, type Mark, readVersionTokens, type Token, WORD } from './read-tokens.ts';

export type FieldDifference = {
  name: DifferenceName;
  /** Empty where no word differs. */
  parts: (DiffPart & { at: number })[];
  /** Changes of formatting, each a sentence. */
  notes: string[];
  added: number;
  removed: number;
};

/**
 * The time limit of one comparison, which could take minutes. After it, all of the old text counts as removed and all
 * of the new text as added.
 */
const TIMEOUT_MS = 1500;

/** The fields in which two versions differ, in the order of the form. */
export function compareVersions(before: Readable, after: Readable, timeout = TIMEOUT_MS): FieldDifference[] {
  return (Object.keys(editor.difference.names) as DifferenceName[])
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const read = name === 'content' ? readVersionTokens : plainTokens;
      const difference = compareFields(read(before[name]), read(after[name]), timeout);
      const isLayout = difference.parts.length === 0 && difference.notes.length === 0;
      return { name, ...difference, ...(isLayout && { notes: [differences.layoutOnly] }) };
    });
}

function compareFields(before: Token[], after: Token[], timeout: number): Omit<FieldDifference, 'name'> {
  const changes: Change[] = diffArrays(before, after, {
    timeout,
    comparator: (one, other) => one.text === other.text,
  }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const isChanged = changes.some(({ added, removed }) => added || removed);
  return {
    parts: isChanged ? toParts(changes).map((part, at) => ({ ...part, at })) : [],
    notes: formattingNotes(pairsOf(before, changes)),
    added: countWords(changes.filter(({ added }) => added)),
    removed: countWords(changes.filter(({ removed }) => removed)),
  };
}

function countWords(changes: readonly Change[]): number {
  return changes.flatMap(({ value }) => value).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
}

/** The tokens of a field without markup. */
function plainTokens(text: string): Token[] {
  const block = { kind: 'paragraph' as const, text };
  return (text.match(WORD) ?? []).map((word) => ({ text: word, block, marks: [] }));
}

/** A run of tokens: removed, added, or in both texts, as the later one has them. */
type Change = { value: Token[]; added: boolean; removed: boolean };
export type DiffPart = { kind: 'same' | 'removed' | 'added' | 'gap'; text: string };

/** How many unchanged characters are shown on each side of a change. */
const CONTEXT = 120;

function toParts(changes: readonly Change[]): DiffPart[] {
  const parts = changes.map(({ value, added, removed }): DiffPart => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.map(({ text }) => text).join(''),
  }));
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

/** The unchanged tokens, as both texts have them. */
function pairsOf(before: readonly Token[], changes: readonly Change[]): Pair[] {
  let at = 0;
  return changes.flatMap(({ value, added, removed }) => {
    const start = at;
    if (!added) at += value.length;
    return added || removed ? [] : value.map((after, n) => ({ before: before[start + n]!, after }));
  });
}

/** Says in words which unchanged texts have another formatting: blocks, marks, links, pictures. */
function formattingNotes(pairs: readonly Pair[]): string[] {
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

/** A list compares many versions at once. */
const LIST_TIMEOUT_MS = 200;

/** What a version changed, such as "Title; text: 12 words added, 3 removed; category: Tax". */
export function summarize(version: Readable, previous: Readable | null): string {
  const words = differences.summary;
  if (!previous) return words.first;
  const changes = compareVersions(previous, version, LIST_TIMEOUT_MS).map((change) => describe(change, version));
  const text = changes.join('; ') || words.none;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describe(change: FieldDifference, version: Readable): string {
  const words = differences.summary;
  const name = editor.difference.names[change.name].toLowerCase();
  if (change.name === 'content') return `${name}: ${describeText(change)}`;
  if (change.name === 'status' || change.name === 'category' || change.name === 'published_at')
    return `${name}: ${version[change.name] || words.emptied}`;
  return version[change.name] ? name : `${name}: ${words.emptied}`;
}

function describeText({ added, removed, parts, notes }: FieldDifference): string {
  const words = differences.summary;
  const counted = words.words(added, removed);
  const formatted = notes[0] === differences.layoutOnly ? words.layout : words.formatting;
  // Without a changed word there is a changed formatting, or changed punctuation or pictures.
  return [counted, notes.length > 0 || (!counted && parts.length > 0) ? formatted : ''].filter(Boolean).join(', ');
}
