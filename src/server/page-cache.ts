import { type EncodedBody, answerFrom, encodeBody } from './encoded-body.ts';

export type PageCache = {
  /** The page from memory, or rendered by `render` and kept when it may be. */
  answer: (request: Request, render: () => Promise<Response>) => Promise<Response>;
  /** Forgets every page; what is being rendered at this moment is not kept either. */
  forget: () => void;
};

type KeptPage = { status: number; headers: Headers; body: EncodedBody; until: number };

const MOST_PAGES = 1000;
/** Searches and campaign marks are endless and would push the pages out. */
const KEPT_PARAMETERS = new Set(['page', 'sent']);

/**
 * Keeps rendered public pages in memory until content changes. Pages depend on their address alone, never on who asks
 * (design.md §4), so one copy serves everybody; visitors who come while a page is rendered wait for the same one.
 * `keepForMs` bounds the life of a page where changes are not announced (a hosted backend).
 */
export function createPageCache(keepForMs = Number.POSITIVE_INFINITY): PageCache {
  let pages = new Map<string, Promise<KeptPage>>();

  const renderPage = async (render: () => Promise<Response>): Promise<KeptPage> => {
    const { status, headers, ...response } = await readWhole(await render());
    return { status, headers, body: encodeBody(response.bytes, true, 5), until: Date.now() + keepForMs };
  };

  return {
    forget: () => {
      pages = new Map();
    },
    answer: async (request, render) => {
      const url = new URL(request.url);
      const key = url.pathname + url.search;
      const mine = pages;
      let page = mine.get(key);
      if (!page) {
        if (mine.size >= MOST_PAGES) mine.clear();
        page = renderPage(render);
        mine.set(key, page);
        const drop = () => mine.delete(key);
        page.then((rendered) => mayKeep(url, rendered) || drop(), drop);
      }
      const kept = await page;
      if (kept.until < Date.now()) mine.delete(key);
      return answerFrom(kept.body, request, kept.status, kept.headers);
    },
  };
}

async function readWhole(response: Response) {
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Only pages that were found, at addresses of which there is an end. */
function mayKeep(url: URL, page: KeptPage): boolean {
  return page.status === 200 && [...url.searchParams.keys()].every((name) => KEPT_PARAMETERS.has(name));
}
