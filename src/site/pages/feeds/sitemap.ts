import { categoryPath } from '#site/content/blog.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { findNewestChange, listCategoryChanges, listPostChanges } from '#site/gateway/post-changes.ts';
import { countPublishedPosts } from '#site/gateway/posts.ts';
import { publicPaths } from '#site/route-table.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { escapeXml } from './xml.ts';
import type { Route } from './+types/sitemap';

type Entry = { path: string; changed?: string | undefined };

/** A file of the sitemap has at most so many posts; with more posts `/sitemap.xml` is an index of several files. */
const POSTS_PER_FILE = 5000;

/** Every public page; those made from posts with the time of their last change, which is not known of the others. */
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
  const [others, posts] = await Promise.all([
    part === 1 ? listOtherEntries(client) : [],
    listPostChanges(client, range),
  ]);
  return [...others, ...posts.map(({ slug, updated_at }) => ({ path: `/blog/${slug}`, changed: updated_at }))];
}

async function listOtherEntries(client: DataClient): Promise<Entry[]> {
  const [newest, categories] = await Promise.all([findNewestChange(client), listCategoryChanges(client)]);
  return [
    ...publicPaths().map((path) => (path === '/blog' ? { path, changed: newest } : { path })),
    ...categories.map(({ slug, updated_at }) => ({ path: categoryPath(slug), changed: updated_at })),
  ];
}

function writePages(entries: readonly Entry[], siteUrl: string): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(siteUrl + path)}</loc>${changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''}</url>`,
  );
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
