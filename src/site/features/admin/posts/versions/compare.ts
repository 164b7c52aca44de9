import { diffWordsWithSpace } from 'diff';
import { type DifferenceName, editor } from '#site/content/editor.ts';
import type { Readable } from './readable.ts';

export type DiffPart = { kind: 'same' | 'removed' | 'added' | 'gap'; text: string };
export type FieldDifference = { name: DifferenceName; parts: (DiffPart & { at: number })[] };

/** How many unchanged characters are shown on each side of a change. */
const CONTEXT = 120;
/** Texts without a common word would take minutes; then all of one is shown as removed and all of the other as added. */
const TIMEOUT_MS = 1500;

/** The fields in which two versions differ, in the order of the form, each as a sequence of parts. */
export function compareVersions(before: Readable, after: Readable): FieldDifference[] {
  return (Object.keys(editor.difference.names) as DifferenceName[])
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, parts: numbered(foldSame(compareTexts(before[name], after[name]))) }));
}

function numbered(parts: DiffPart[]) {
  return parts.map((part, at) => ({ ...part, at }));
}

function compareTexts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
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
