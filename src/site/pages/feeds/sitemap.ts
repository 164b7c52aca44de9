import { latestOf, machineTime } from '#contract/date.ts';
import { tablesShownOn } from '#contract/items.ts';
import { HOME_CAROUSEL_POSTS, POSTS_PER_PAGE } from '#contract/limits.ts';
import { categoryPath } from '#site/content/blog.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { type PageChange, listCategoryChanges, listPostChanges } from '#site/gateway/post-changes.ts';
import { countPublishedPosts } from '#site/gateway/posts.ts';
import { findLastChanges } from '#site/gateway/items.ts';
import { publicPaths } from '#site/route-table.ts';
import { orUnavailable } from '../await-data.ts';
import { escapeXml } from './xml.ts';
import type { Route } from './+types/sitemap';

/** `changed` is the instant of the last change of the rows that the page shows; unset where it shows none. */
type Entry = { path: string; changed?: string };

/** A file of the sitemap has at most so many posts; with more posts `/sitemap.xml` is an index of several files. */
const POSTS_PER_FILE = 5000;

/** Every public page, and when what it shows of the database last changed. Pages of fixed words have no date. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const part = new URL(request.url).searchParams.get('part');
  const total = await orUnavailable(countPublishedPosts(client));
  const parts = Math.max(1, Math.ceil(total / POSTS_PER_FILE));
  if (part !== null && !(Number(part) >= 1 && Number(part) <= parts)) return new Response(null, { status: 404 });
  const xml =
    part === null && parts > 1
      ? writeIndex(parts, config.siteUrl)
      : writePages(await orUnavailable(listEntries(client, Number(part ?? 1))), config.siteUrl);
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}

/** The first file also has the pages that are not posts. */
async function listEntries(client: DataClient, part: number): Promise<Entry[]> {
  const range = { offset: (part - 1) * POSTS_PER_FILE, limit: POSTS_PER_FILE };
  const posts = await listPostChanges(client, range);
  const others = part === 1 ? await listOtherEntries(client, posts) : [];
  return [...others, ...posts.map(({ slug, changed }) => ({ path: `/blog/${slug}`, changed }))];
}

/** A page that shows posts or other items changes with those that it shows; `posts` begins with the newest. */
async function listOtherEntries(client: DataClient, posts: readonly PageChange[]): Promise<Entry[]> {
  const [onHome, categories] = await Promise.all([
    findLastChanges(client, tablesShownOn('/')),
    listCategoryChanges(client),
  ]);
  const changes = posts.map(({ changed }) => changed);
  const shown: Partial<Record<string, (string | null)[]>> = {
    '/': [...changes.slice(0, HOME_CAROUSEL_POSTS), ...onHome],
    '/blog': changes.slice(0, POSTS_PER_PAGE),
  };
  return [
    ...publicPaths().map((path) => {
      const [first, ...more] = (shown[path] ?? []).filter((change) => change !== null);
      return { path, ...(first !== undefined && { changed: latestOf(first, ...more) }) };
    }),
    ...categories.map(({ slug, changed }) => ({ path: categoryPath(slug), changed })),
  ];
}

function writePages(entries: readonly Entry[], siteUrl: string): string {
  const urls = entries.map(({ path, changed }) => {
    const date = changed === undefined ? '' : `<lastmod>${machineTime(changed)}</lastmod>`;
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${date}</url>`;
  });
  return writeDocument('urlset', urls);
}

function writeIndex(parts: number, siteUrl: string): string {
  const files = Array.from({ length: parts }, (_, index) => `${siteUrl}/sitemap.xml?part=${index + 1}`);
  return writeDocument(
    'sitemapindex',
    files.map((file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`),
  );
}

function writeDocument(root: string, lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;
}
