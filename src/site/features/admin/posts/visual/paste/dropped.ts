import { type DroppedKind, paste } from '#site/content/paste.ts';

/** How many things of each kind were left out of a paste. */
export type Dropped = Map<DroppedKind, number>;

export function drop(dropped: Dropped, kind: DroppedKind, n = 1): void {
  if (n > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + n);
}

/** One sentence for what was left out; '' if nothing was. */
export function describeDropped(dropped: Dropped): string {
  const named = (Object.keys(paste.dropped) as DroppedKind[]).flatMap((kind) => {
    const n = dropped.get(kind);
    return n ? [paste.dropped[kind](n)] : [];
  });
  return named.length > 0 ? paste.droppedSentence(named) : '';
}
