import { type MemoryAnswer, compressOnUse, createMemoryAnswer, withHeader } from './memory-answer.ts';
import { type PageCopy, type PageStoreLimits, createPageStore } from './page-store.ts';
import { type PageAddress, readTarget } from './site-path.ts';
import type { SetSecurityHeaders } from '../security-headers.ts';
import { toResponse } from './send-answer.ts';

type Render = () => Promise<Response>;

export type PageCache = {
  /** The page of a request target (path and query), if it is in memory and current, or is being rendered again. */
  find: (target: string) => MemoryAnswer | null;
  /**
   * Returns the page from memory, or renders it and stores it where allowed. When it cannot be rendered completely
   * (5xx), the last good copy is returned with its `Age` if there is one, else the incomplete page. Rethrows the error
   * of `render` without a copy.
   */
  answer: (address: PageAddress, request: Request, render: Render) => Promise<Response>;
  /** Renders a page unless a current copy is in memory. Rejects as `render` does. */
  refresh: (path: string, render: Render) => Promise<void>;
  /** Invalidates all pages, including those being rendered now. */
  invalidate: () => void;
  /** Calls `listener` after each invalidation. */
  onInvalidate: (listener: () => void) => void;
  /** The paths of the pages in memory, those asked for most first. */
  mostAsked: () => string[];
};

type PageCacheOptions = Partial<PageStoreLimits> & {
  setSecurityHeaders?: SetSecurityHeaders;
  /** A clock in milliseconds that is never set. */
  now?: () => number;
  timeOfDay?: () => number;
};

export const PAGE_LIMITS: PageStoreLimits = {
  freshForMs: Infinity,
  staleForMs: 60 * 60 * 1000,
  maxBytes: 32 * 1024 * 1024,
};
/** Retry-After of a page whose data failed to load. */
export const RETRY_AFTER_SECONDS = 5;
/** How long the copy of a page whose data failed is served before the page is rendered again. */
const RETRY_MS = 1000;
/**
 * Browsers ask every time. A CDN may answer from its copy for ten seconds, and for half a minute more while it fetches
 * the page again, so that it shows a time of day at most 40 seconds too long. `must-revalidate` keeps browsers from the
 * latter, and also CDNs that read RFC 9111 strictly; those that know RFC 9213 read CDN-Cache-Control instead.
 */
const PAGE_CACHING = 'public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=30';
const CDN_CACHING = 'public, max-age=10, stale-while-revalidate=30';
const NO_SHARED_CACHING = 'public, max-age=0, must-revalidate';

/**
 * Caches rendered public pages until content changes, or until the `Expires` that the site gave a page, which is not
 * passed on. A page depends only on its address and the time (ARCHITECTURE.md), so one copy serves all visitors;
 * concurrent requests wait for one rendering.
 */
export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { setSecurityHeaders = () => {}, now = () => performance.now(), timeOfDay = Date.now } = options;
  const store = createPageStore({ ...PAGE_LIMITS, ...options }, now);
  const listeners: (() => void)[] = [];
  let rendering = new Map<string, Promise<MemoryAnswer>>();

  const renderPage = async ({ path, isBounded }: PageAddress, render: Render): Promise<MemoryAnswer> => {
    const generation = store.generation();
    const response = await render();
    const page = await readPage(response, setSecurityHeaders);
    const expires = Date.parse(response.headers.get('Expires') ?? '');
    const holdsForMs = Number.isNaN(expires) ? Infinity : expires - timeOfDay();
    if (page.status === 200 && isBounded) store.set(path, page, generation, holdsForMs);
    else if (page.status < 500) store.delete(path, generation);
    return page;
  };

  const renderOnce = (address: PageAddress, render: Render): Promise<MemoryAnswer> => {
    const known = rendering.get(address.path);
    if (known) return known;
    const mine = rendering;
    const page = renderPage(address, render).finally(() => mine.delete(address.path));
    mine.set(address.path, page);
    return page;
  };

  /** Renders the page; on an error the copy is served from now on, and the page is tried again after RETRY_MS. */
  const renderOrCopy = async (copy: PageCopy, address: PageAddress, render: Render): Promise<MemoryAnswer> => {
    const page = await renderOnce(address, render).catch(console.error);
    if (page && page.status < 500) return page;
    copy.isFailing = true;
    copy.retryAt = now() + RETRY_MS;
    return withAge(copy, now());
  };

  const answerPage = async (address: PageAddress, render: Render): Promise<MemoryAnswer> => {
    const fresh = store.fresh(address.path);
    if (fresh) return fresh.answer;
    const copy = store.get(address.path);
    if (!copy) return renderOnce(address, render);
    if (!copy.isFailing) return renderOrCopy(copy, address, render);
    // While the data fails, requests do not wait for another attempt.
    if (now() >= copy.retryAt) void renderOrCopy(copy, address, render);
    return withAge(copy, now());
  };

  return {
    find: (target) => {
      // Asked once: of a copy that has expired the store sends the first who asks to render.
      const address = target.includes('?') ? readTarget(target) : { path: target };
      return (address && store.current(address.path)?.answer) ?? null;
    },
    answer: async (address, request, render) => toResponse(request, await answerPage(address, render)),
    refresh: async (path, render) => {
      if (!store.fresh(path)) await renderOnce({ path, isBounded: true }, render);
    },
    invalidate: () => {
      store.markAllStale();
      rendering = new Map();
      for (const listener of listeners) listener();
    },
    onInvalidate: (listener) => void listeners.push(listener),
    mostAsked: store.mostAsked,
  };
}

function withAge({ answer, renderedAt }: PageCopy, now: number): MemoryAnswer {
  return withHeader(answer, 'age', String(Math.floor((now - renderedAt) / 1000)));
}

async function readPage(response: Response, setSecurityHeaders: SetSecurityHeaders): Promise<MemoryAnswer> {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete('Expires');
  if (status >= 500) headers.set('Cache-Control', 'no-store');
  else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', status === 200 ? PAGE_CACHING : NO_SHARED_CACHING);
    if (status === 200) headers.set('CDN-Cache-Control', CDN_CACHING);
  }
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  setSecurityHeaders(headers);
  const identity = Buffer.from(await response.arrayBuffer());
  return createMemoryAnswer(identity, { status, headers, compressed: compressOnUse(identity) });
}
