import type { EncodedBody } from './encoded-body.ts';

export type RenderedPage = { status: number; headers: Headers; body: EncodedBody };

export type KeptPages = {
  /** The copy of a page: current, or stale but good enough to stand in when the page cannot be rendered. */
  find: (path: string) => { page: RenderedPage; isCurrent: boolean } | null;
  /** The number of changes so far; hand it to `keep` and `drop` as it was before the page was rendered. */
  generation: () => number;
  /** Keeps a good page. One rendered before the last change is kept as stale. */
  keep: (path: string, page: RenderedPage, generation: number) => void;
  /** Removes the copy of a page that is no more. */
  drop: (path: string, generation: number) => void;
  /** Content changed: no page is current any more. */
  outdate: () => void;
};

export type KeptPagesLimits = {
  /** Bounds the time for which a page is current where changes are not announced (a hosted backend). */
  keepForMs: number;
  /** How long after it was current a copy may stand in. */
  staleForMs: number;
  mostPages: number;
};

type Copy = { page: RenderedPage; generation: number; currentUntil: number; staleUntil: number };

/** Copies of pages by path. When there is no more room, the copy that was not asked for the longest goes. */
export function createKeptPages({ keepForMs, staleForMs, mostPages }: KeptPagesLimits): KeptPages {
  // A Map lists its keys in the order in which they were set, so the first is the least recently used.
  const copies = new Map<string, Copy>();
  let generation = 0;

  const put = (path: string, copy: Copy): void => {
    copies.delete(path);
    copies.set(path, copy);
    const [oldest] = copies.keys();
    if (copies.size > mostPages && oldest !== undefined) copies.delete(oldest);
  };
  /** A slow rendering must not replace or remove the copy of one that began later. */
  const isOvertaken = (path: string, begun: number) => (copies.get(path)?.generation ?? 0) > begun;

  return {
    find: (path) => {
      const copy = copies.get(path);
      if (!copy) return null;
      const now = Date.now();
      if (now >= copy.staleUntil) {
        copies.delete(path);
        return null;
      }
      put(path, copy);
      return { page: copy.page, isCurrent: copy.generation === generation && now < copy.currentUntil };
    },
    generation: () => generation,
    keep: (path, page, begun) => {
      if (isOvertaken(path, begun)) return;
      const currentUntil = begun === generation ? Date.now() + keepForMs : Date.now();
      put(path, { page, generation: begun, currentUntil, staleUntil: currentUntil + staleForMs });
    },
    drop: (path, begun) => {
      if (!isOvertaken(path, begun)) copies.delete(path);
    },
    outdate: () => {
      generation += 1;
      const latest = Date.now() + staleForMs;
      for (const copy of copies.values()) copy.staleUntil = Math.min(copy.staleUntil, latest);
    },
  };
}
