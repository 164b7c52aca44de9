import type { EncodedBody } from './encoded-body.ts';

export type RenderedPage = { status: number; headers: Headers; body: EncodedBody };

export type PageStore = {
  /** The copy of a page: fresh, or stale and used only when the page cannot be rendered. */
  get: (path: string) => { page: RenderedPage; isFresh: boolean } | null;
  /** The number of changes so far. Pass its value from before the rendering to `set` and `delete`. */
  generation: () => number;
  /** Stores a page. One that was rendered before the last change is stored as stale. */
  set: (path: string, page: RenderedPage, generation: number) => void;
  /** Removes the copy of a page that no longer exists. */
  delete: (path: string, generation: number) => void;
  /** To be called after a change of content. */
  markAllStale: () => void;
};

export type PageStoreLimits = {
  /** How long a page is fresh where changes are not notified (a hosted backend). */
  freshForMs: number;
  /** How long a stale copy may be used. */
  staleForMs: number;
  maxPages: number;
};

type Copy = { page: RenderedPage; generation: number; freshUntil: number; staleUntil: number };

/** Copies of pages by path. Beyond `maxPages` the least recently used copy is removed. */
export function createPageStore({ freshForMs, staleForMs, maxPages }: PageStoreLimits): PageStore {
  // A Map iterates in insertion order, so the first key is the least recently used.
  const copies = new Map<string, Copy>();
  let generation = 0;

  const store = (path: string, copy: Copy): void => {
    copies.delete(path);
    copies.set(path, copy);
    const [oldest] = copies.keys();
    if (copies.size > maxPages && oldest !== undefined) copies.delete(oldest);
  };
  /** A slow rendering must not replace or remove the copy of a later one. */
  const hasNewerCopy = (path: string, begun: number) => (copies.get(path)?.generation ?? 0) > begun;

  return {
    get: (path) => {
      const copy = copies.get(path);
      if (!copy) return null;
      const now = Date.now();
      if (now >= copy.staleUntil) {
        copies.delete(path);
        return null;
      }
      store(path, copy);
      return { page: copy.page, isFresh: copy.generation === generation && now < copy.freshUntil };
    },
    generation: () => generation,
    set: (path, page, begun) => {
      if (hasNewerCopy(path, begun)) return;
      const freshUntil = begun === generation ? Date.now() + freshForMs : Date.now();
      store(path, { page, generation: begun, freshUntil, staleUntil: freshUntil + staleForMs });
    },
    delete: (path, begun) => {
      if (!hasNewerCopy(path, begun)) copies.delete(path);
    },
    markAllStale: () => {
      generation += 1;
      const latest = Date.now() + staleForMs;
      for (const copy of copies.values()) copy.staleUntil = Math.min(copy.staleUntil, latest);
    },
  };
}
