/** The presence of one channel. */
export type Presence = { key: string; ref: string; meta: Record<string, unknown> };

type Metas = { metas: Record<string, unknown>[] };
/** Phoenix' form: the presences of each key. */
export type PresenceState = Record<string, Metas>;
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState };

/** Presences as clients read them. */
export function stateOf(presences: readonly Presence[]): PresenceState {
  const metas = new Map<string, Metas>();
  for (const { key, ref, meta } of presences) {
    const one = metas.get(key) ?? { metas: [] };
    one.metas.push({ ...meta, phx_ref: ref });
    metas.set(key, one);
  }
  return Object.fromEntries(metas);
}

/** The difference between two states; null without a difference. */
export function diffOf(before: readonly Presence[], after: readonly Presence[]): PresenceDiff | null {
  const without = (all: readonly Presence[], others: readonly Presence[]) => {
    const refs = new Set(others.map(({ ref }) => ref));
    return all.filter(({ ref }) => !refs.has(ref));
  };
  const [joins, leaves] = [without(after, before), without(before, after)];
  return joins.length + leaves.length === 0 ? null : { joins: stateOf(joins), leaves: stateOf(leaves) };
}
