import { answerFrom, encodeBody } from './encoded-body.ts';
import { type PageStoreLimits, type RenderedPage, createPageStore } from './page-store.ts';
import type { PageAddress } from './page-address.ts';

export type PageCache = {
  /**
   * Returns the page from memory, or renders it and stores it where allowed. When it cannot be rendered completely
   * (5xx), the last good copy is returned if there is one, else the incomplete page. Rethrows the error of `render`
   * without a copy.
   */
  answer: (address: PageAddress, request: Request, render: () => Promise<Response>) => Promise<Response>;
  /** Invalidates all pages, including those being rendered now. */
  invalidate: () => void;
};

const DEFAULTS: PageStoreLimits = { freshForMs: Infinity, staleForMs: 60 * 60 * 1000, maxPages: 1000 };
/** Pages are compressed again after every change of content, so faster than built files (static-files.ts). */
const BROTLI_QUALITY = 5;
/** Retry-After of a page whose data failed to load. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Caches rendered public pages until content changes. A page depends only on its address (ARCHITECTURE.md), so one copy
 * serves all visitors; concurrent requests wait for one rendering.
 */
export function createPageCache(limits: Partial<PageStoreLimits> = {}): PageCache {
  const store = createPageStore({ ...DEFAULTS, ...limits });
  let rendering = new Map<string, Promise<RenderedPage>>();

  const renderPage = async ({ path, isBounded }: PageAddress, render: () => Promise<Response>) => {
    const generation = store.generation();
    const page = await readPage(await render());
    if (page.status === 200 && isBounded) store.set(path, page, generation);
    else if (page.status < 500) store.delete(path, generation);
    return page;
  };

  const renderOnce = (address: PageAddress, render: () => Promise<Response>): Promise<RenderedPage> => {
    const known = rendering.get(address.path);
    if (known) return known;
    const mine = rendering;
    const page = renderPage(address, render).finally(() => mine.delete(address.path));
    mine.set(address.path, page);
    return page;
  };

  return {
    invalidate: () => {
      store.markAllStale();
      rendering = new Map();
    },
    answer: async (address, request, render) => {
      const copy = store.get(address.path);
      if (copy?.isFresh) return answerWith(copy.page, request);
      try {
        const page = await renderOnce(address, render);
        return answerWith(copy && page.status >= 500 ? copy.page : page, request);
      } catch (error) {
        if (!copy) throw error;
        console.error(error);
        return answerWith(copy.page, request);
      }
    },
  };
}

async function readPage(response: Response): Promise<RenderedPage> {
  const { status, headers } = response;
  if (status >= 500) headers.set('Cache-Control', 'no-store');
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  return { status, headers, body: encodeBody(new Uint8Array(await response.arrayBuffer()), true, BROTLI_QUALITY) };
}

function answerWith({ status, headers, body }: RenderedPage, request: Request): Response {
  return answerFrom(body, request, status, headers);
}
