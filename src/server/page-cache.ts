import { answerFrom, encodeBody } from './encoded-body.ts';
import { type KeptPagesLimits, type RenderedPage, createKeptPages } from './kept-pages.ts';
import type { PageAddress } from './page-address.ts';

export type PageCache = {
  /**
   * Returns the page from memory, or renders it and stores it where allowed. When it cannot be rendered completely
   * (5xx), the last good copy is returned if there is one, else the incomplete page. Rethrows the error of `render`
   * without a copy.
   */
  answer: (address: PageAddress, request: Request, render: () => Promise<Response>) => Promise<Response>;
  /** Invalidates all pages, including those being rendered now. */
  forget: () => void;
};

const DEFAULTS: KeptPagesLimits = { keepForMs: Infinity, staleForMs: 60 * 60 * 1000, mostPages: 1000 };
/** Retry-After of a page whose data failed to load. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Caches rendered public pages until content changes. A page depends only on its address (ARCHITECTURE.md), so one copy
 * serves all visitors; concurrent requests wait for one rendering.
 */
export function createPageCache(limits: Partial<KeptPagesLimits> = {}): PageCache {
  const kept = createKeptPages({ ...DEFAULTS, ...limits });
  let rendering = new Map<string, Promise<RenderedPage>>();

  const renderPage = async ({ path, isBounded }: PageAddress, render: () => Promise<Response>) => {
    const generation = kept.generation();
    const page = await readPage(await render());
    if (page.status === 200 && isBounded) kept.keep(path, page, generation);
    else if (page.status < 500) kept.drop(path, generation);
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
    forget: () => {
      kept.outdate();
      rendering = new Map();
    },
    answer: async (address, request, render) => {
      const copy = kept.find(address.path);
      if (copy?.isCurrent) return answerWith(copy.page, request);
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
  return { status, headers, body: encodeBody(new Uint8Array(await response.arrayBuffer()), true, 5) };
}

function answerWith({ status, headers, body }: RenderedPage, request: Request): Response {
  return answerFrom(body, request, status, headers);
}
