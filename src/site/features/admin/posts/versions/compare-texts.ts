import { diffArrays } from 'diff';

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
