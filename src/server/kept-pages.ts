import type { EncodedBody } from './encoded-body.ts';

export type RenderedPage = { status: number; headers: Headers; body: EncodedBody };

export type KeptPages = {
  /** The copy of a page: current, or stale but usable when the page cannot be rendered. */
  find: (path: string) => { page: RenderedPage; isCurrent: boolean } | null;
  /** The number of changes so far. Pass its value from before the rendering to `keep` and `drop`. */
  generation: () => number;
  /** Stores a page. One that was rendered before the last change is stored as stale. */
  keep: (path: string, page: RenderedPage, generation: number) => void;
  /** Removes the copy of a page that no longer exists. */
  drop: (path: string, generation: number) => void;
  /** After a change of content: all pages become stale. */
  outdate: () => void;
};

export type KeptPagesLimits = {
  /** How long a page is current where changes are not notified (a hosted backend). */
  keepForMs: number;
  /** How long a stale copy may be used. */
  staleForMs: number;
  mostPages: number;
};

type Copy = { page: RenderedPage; generation: number; currentUntil: number; staleUntil: number };

/** Copies of pages by path. Beyond `mostPages` the least recently used copy is removed. */
export function createKeptPages({ keepForMs, staleForMs, mostPages }: KeptPagesLimits): KeptPages {
  // A Map iterates in insertion order, so the first key is the least recently used.
  const copies = new Map<string, Copy>();
  let generation = 0;

  const put = (path: string, copy: Copy): void => {
    copies.delete(path);
    copies.set(path, copy);
    const [oldest] = copies.keys();
    if (copies.size > mostPages && oldest !== undefined) copies.delete(oldest);
  };
  /** A slow rendering must not replace or remove the copy of a later one. */
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
