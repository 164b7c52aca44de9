import { diffArrays } from 'diff';
import { differences } from '#site/content/differences.ts';
import { editor } from '#site/content/editor.ts';
import { alignBlocks } from './align-blocks.ts';
import type { Readable } from './difference.tsx';
import { formattingNotes, type Pair } from './formatting-notes.ts';
import { type Block, readVersionTokens, type Token, WORD } from './read-tokens.ts';

export type FieldDifference<Name extends string = string> = {
  name: Name;
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

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The fields in which two versions differ, in the order of the form, which `names` has. The `content` of a post is HTML. */
export function compareVersions<Name extends string>(
  before: Texts<Name>,
  after: Texts<Name>,
  names: Texts<Name>,
  timeout = TIMEOUT_MS,
): FieldDifference<Name>[] {
  return (Object.keys(names) as Name[])
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const read = name === 'content' ? readVersionTokens : plainTokens;
      const difference = compareFields(read(before[name]), read(after[name]), timeout);
      const isLayout = difference.parts.length === 0 && difference.notes.length === 0;
      return { name, ...difference, ...(isLayout && { notes: [differences.layoutOnly] }) };
    });
}

/** Pairs the lines of both texts, then compares the words within each pair. */
function compareFields(before: Token[], after: Token[], timeout: number): Omit<FieldDifference, 'name'> {
  const until = performance.now() + timeout;
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = alignBlocks(old.map(textOf), now.map(textOf)).map((pair): Change[] => {
    if (pair.after === undefined) return [{ value: old[pair.before]!, added: false, removed: true }];
    if (pair.before === undefined) return [{ value: now[pair.after]!, added: true, removed: false }];
    return compareWords(old[pair.before]!, now[pair.after]!, until - performance.now());
  });
  const changes = lines.flat();
  const isChanged = changes.some(({ added, removed }) => added || removed);
  return {
    parts: isChanged ? toParts(lines).map((part, at) => ({ ...part, at })) : [],
    notes: formattingNotes(lines.flatMap((line) => [...line.flatMap(({ pairs }) => pairs ?? []), LINE_END])),
    added: countWords(changes.filter(({ added }) => added)),
    removed: countWords(changes.filter(({ removed }) => removed)),
  };
}

const END: Token = { text: '\n', block: { kind: 'paragraph', text: '' }, marks: [] };
/** A change of formatting ends with its line. */
const LINE_END: Pair = { before: END, after: END };

function compareWords(before: Token[], after: Token[], timeout: number): Change[] {
  const changes = diffArrays(before, after, { timeout, comparator: (one, other) => one.text === other.text }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  let at = 0;
  return changes.map(({ value, added, removed }) => {
    const start = at;
    if (!added) at += value.length;
    const isSame = !added && !removed;
    return {
      value,
      added,
      removed,
      ...(isSame && { pairs: value.map((one, n) => ({ before: before[start + n]!, after: one })) }),
    };
  });
}

/** The tokens of each paragraph, list item, row of a table and the like, without what separates them. */
function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [];
  let block: Block | undefined;
  for (const token of tokens) {
    const isSeparator = token.block !== block && token.text === '\n';
    if (isSeparator || !block) lines.push([]);
    if (!isSeparator) lines.at(-1)?.push(token);
    block = token.block;
  }
  return lines;
}

const textOf = (line: readonly Token[]): string => line.map(({ text }) => text).join('');

function countWords(changes: readonly Change[]): number {
  return changes.flatMap(({ value }) => value).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
}

/** The tokens of a field without markup. */
function plainTokens(text: string): Token[] {
  const block = { kind: 'paragraph' as const, text };
  return (text.match(WORD) ?? []).map((word) => ({ text: word, block, marks: [] }));
}

/** A run of tokens of a line: removed, added, or in both texts, as the later one has them. */
type Change = { value: Token[]; added: boolean; removed: boolean; pairs?: Pair[] };
export type DiffPart = { kind: 'same' | 'removed' | 'added' | 'gap'; text: string };

function toParts(lines: readonly Change[][]): DiffPart[] {
  const parts = lines.flatMap((changes, at) => {
    const own = changes.map(({ value, added, removed }): DiffPart => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: textOf(value),
    }));
    const [only] = own;
    const kind = own.length === 1 && only ? only.kind : 'same';
    return at === 0 ? joinChanges(own) : [{ kind, text: '\n' }, ...joinChanges(own)];
  });
  return foldSame(mergeNeighbours(parts));
}

function mergeNeighbours(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = merged.at(-1);
    if (last?.kind === kind) last.text += text;
    else merged.push({ kind, text });
  }
  return merged;
}

/** How many unchanged characters are shown on each side of a change. */
const CONTEXT = 120;

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
    const isBetween = /^[^\S\n]+$/.test(text) && index < parts.length - 1 && removed !== '' && added !== '';
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

/** A list compares many versions at once. */
const LIST_TIMEOUT_MS = 200;

/** What a version changed, such as "Title; text: 12 words added, 3 removed; category: Tax". */
export function summarize(version: Readable, previous: Readable | null): string {
  const words = differences.summary;
  if (!previous) return words.first;
  const found = compareVersions(previous, version, editor.difference.names, LIST_TIMEOUT_MS);
  const changes = found.map((change) => describe(change, version));
  const text = changes.join('; ') || words.none;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describe(change: FieldDifference<keyof Readable>, version: Readable): string {
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
