import { differences } from '#site/content/differences.ts';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import { type DiffPart, type Run, compareTokens, toParts } from './compare-texts.ts';
import { formattingNotes } from './formatting-notes.ts';
import { type Token, readTokens } from './read-tokens.ts';
import type { Readable } from './readable.ts';

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
