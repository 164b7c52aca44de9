import { diffWordsWithSpace } from 'diff';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import type { Readable } from './readable.ts';

export type DiffPart = { kind: 'same' | 'removed' | 'added' | 'gap'; text: string };
export type FieldDifference = { name: DifferenceName; parts: (DiffPart & { at: number })[] };

/** How much of what is the same is shown on each side of a change, in characters. */
const CONTEXT = 120;
/** Two texts without a word in common would take minutes; then the one is shown struck out and the other underlined. */
const PATIENCE_MS = 1500;

/** The fields in which two versions differ, in the order of the form, each as a run of stretches. */
export function compareVersions(before: Readable, after: Readable): FieldDifference[] {
  return (Object.keys(editor.difference.names) as DifferenceName[])
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, parts: numbered(foldSame(compareTexts(before[name], after[name]))) }));
}

function numbered(parts: DiffPart[]) {
  return parts.map((part, at) => ({ ...part, at }));
}

function compareTexts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS });
  if (!changes)
    return [
      { kind: 'removed' as const, text: before },
      { kind: 'added' as const, text: after },
    ];
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** Long stretches that are the same give way to a gap between the words around each change. */
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
