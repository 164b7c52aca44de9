import type { MemoryAnswer } from './memory-answer.ts';

/** A page in memory. */
export type PageCopy = {
  path: string;
  answer: MemoryAnswer;
  generation: number;
  renderedAt: number;
  freshUntil: number;
  /** Whether somebody who asked after `freshUntil` has been sent to render the page. */
  isRequested: boolean;
  staleUntil: number;
  /** Whether the last rendering failed, so that this copy replaces the page. */
  isFailing: boolean;
  /** When it may be rendered again after an error. */
  retryAt: number;
  /** How often it was asked for; halved after each change of content. */
  hits: number;
  lastUse: number;
};

type PageStore = {
  /** The fresh copy of a page, counted as used. */
  fresh: (path: string) => PageCopy | null;
  /**
   * The same; or a copy that became too old within RENDERING_MS, but for the first who asks, who is to render the page:
   * a thousand visitors of a minute in which the time on the page changes do not wait for it, nor exceed a limit.
   */
  current: (path: string) => PageCopy | null;
  /** The copy of a page, fresh or stale. */
  get: (path: string) => PageCopy | null;
  /** The number of changes so far. Pass its value from before the rendering to `set` and `delete`. */
  generation: () => number;
  /**
   * Stores a page, which is fresh for `holdsForMs` at most. One that was rendered before the last change is stored as
   * stale, in place of an earlier copy only.
   */
  set: (path: string, answer: MemoryAnswer, generation: number, holdsForMs?: number) => void;
  /** Removes the copy of a page that no longer exists. */
  delete: (path: string, generation: number) => void;
  /** To be called after a change of content. */
  markAllStale: () => void;
  /** The paths in memory, those asked for most first. */
  mostAsked: () => string[];
};

export type PageStoreLimits = {
  /** How long a page is fresh where changes are not notified (a hosted backend). */
  freshForMs: number;
  /** How long a stale copy may be used. */
  staleForMs: number;
  maxBytes: number;
};

/** Longer than a page takes to be rendered, and short for a time of day that is shown in minutes. */
const RENDERING_MS = 1000;

/** Copies of pages by path. Beyond `maxBytes` the least recently used copies are removed. */
export function createPageStore(limits: PageStoreLimits, now: () => number): PageStore {
  const { freshForMs, staleForMs, maxBytes } = limits;
  const copies = new Map<string, PageCopy>();
  let bytes = 0;
  let generation = 0;
  /** Orders the uses of all copies. A number per copy costs less at each hit than a list in order of use. */
  let uses = 0;

  const remove = (copy: PageCopy): void => {
    copies.delete(copy.path);
    bytes -= copy.answer.size;
  };
  const removeLeastUsed = (): void => {
    while (bytes > maxBytes && copies.size > 1)
      remove([...copies.values()].reduce((a, b) => (b.lastUse < a.lastUse ? b : a)));
  };
  /** A slow rendering must not replace or remove the copy of a later one. */
  const hasNewerCopy = (path: string, begun: number) => (copies.get(path)?.generation ?? 0) > begun;

  const unchanged = (path: string, graceMs: number): PageCopy | null => {
    const copy = copies.get(path);
    if (copy === undefined || copy.generation !== generation) return null;
    if (copy.freshUntil !== Infinity && now() >= copy.freshUntil) {
      if (!copy.isRequested || now() >= copy.freshUntil + graceMs) {
        copy.isRequested = true;
        return null;
      }
    }
    copy.hits += 1;
    copy.lastUse = uses += 1;
    return copy;
  };

  return {
    fresh: (path) => unchanged(path, 0),
    current: (path) => unchanged(path, RENDERING_MS),
    get: (path) => {
      const copy = copies.get(path);
      if (!copy) return null;
      copy.lastUse = uses += 1;
      if (now() < copy.staleUntil) return copy;
      remove(copy);
      return null;
    },
    generation: () => generation,
    set: (path, answer, begun, holdsForMs = Infinity) => {
      if (hasNewerCopy(path, begun) || answer.size > maxBytes) return;
      const earlier = copies.get(path);
      // A later rendering may have found the page gone.
      if (!earlier && begun < generation) return;
      if (earlier) remove(earlier);
      const renderedAt = now();
      // Without a change the content stays correct after this time, so it does not shorten `staleUntil`.
      const contentUntil = begun === generation ? renderedAt + freshForMs : renderedAt;
      const freshUntil = Math.min(contentUntil, renderedAt + holdsForMs);
      copies.set(path, {
        path,
        answer,
        generation: begun,
        renderedAt,
        freshUntil,
        isRequested: false,
        staleUntil: contentUntil + staleForMs,
        isFailing: false,
        retryAt: 0,
        hits: (earlier?.hits ?? 0) + 1,
        lastUse: (uses += 1),
      });
      bytes += answer.size;
      removeLeastUsed();
    },
    delete: (path, begun) => {
      const copy = copies.get(path);
      if (copy && !hasNewerCopy(path, begun)) remove(copy);
    },
    markAllStale: () => {
      generation += 1;
      const latest = now() + staleForMs;
      for (const copy of copies.values()) {
        copy.staleUntil = Math.min(copy.staleUntil, latest);
        copy.isFailing = false;
        copy.hits = Math.floor(copy.hits / 2);
      }
    },
    mostAsked: () => [...copies.values()].toSorted((a, b) => b.hits - a.hits).map(({ path }) => path),
  };
}
