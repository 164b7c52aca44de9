import { parseFragment } from './html.ts';

export type CrawledPage = { path: string; status: number; html: string; type: string };

/** All pages that links lead to, starting at `/`, fetched as a client without JavaScript. */
export async function crawl(siteUrl: string): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  let wave = ['/'];
  while (wave.length > 0) {
    const fetched = await Promise.all(wave.map((path) => fetchPage(siteUrl, path)));
    for (const page of fetched) pages.set(page.path, page);
    const found = fetched.flatMap((page) => internalLinks(page, siteUrl).map(({ path }) => path));
    wave = [...new Set(found)].filter((path) => !pages.has(path));
  }
  return pages;
}

async function fetchPage(siteUrl: string, path: string): Promise<CrawledPage> {
  const answer = await fetch(siteUrl + path, { redirect: 'manual' });
  return { path, status: answer.status, html: await answer.text(), type: answer.headers.get('content-type') ?? '' };
}

/** The links of a page to this site: path with query, and fragment. */
export function internalLinks(page: CrawledPage, siteUrl: string): { path: string; anchor: string }[] {
  if (!page.type.startsWith('text/html')) return [];
  return parseFragment(page.html).flatMap(({ tag, attributes }) => {
    const href = attributes['href'];
    if (tag !== 'a' || href === undefined) return [];
    const url = new URL(href, siteUrl + page.path);
    return url.origin === siteUrl
      ? [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }]
      : [];
  });
}

export function elementIdsOf(page: CrawledPage): string[] {
  return parseFragment(page.html).flatMap(({ attributes }) => attributes['id'] ?? []);
}
