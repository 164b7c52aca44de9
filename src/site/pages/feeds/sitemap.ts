import { categoryPath } from '#site/content/blog.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { type PostChange, listPostChanges } from '#site/gateway/post-changes.ts';
import { publicPaths } from '#site/route-table.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { escapeXml } from './xml.ts';
import type { Route } from './+types/sitemap';

type Entry = { path: string; changed?: string };

/** Every public page; those made from posts with the time of their last change, which is not known of the others. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const posts = await orUnavailable(listPostChanges(client));
  const write = ({ path, changed }: Entry) =>
    `<url><loc>${escapeXml(config.siteUrl + path)}</loc>${changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''}</url>`;
  const entries = [
    ...publicPaths().map((path) => (path === '/blog' ? { path, changed: newest(posts) } : { path })),
    ...categoryEntries(posts),
    ...postEntries(posts),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.map(write).join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}

function categoryEntries(posts: readonly PostChange[]): Entry[] {
  const byCategory = Map.groupBy(posts, ({ categories }) => categories?.slug);
  return [...byCategory].flatMap(([slug, own]) => (slug ? [{ path: categoryPath(slug), changed: newest(own) }] : []));
}

function postEntries(posts: readonly PostChange[]): Entry[] {
  return posts.map(({ slug, updated_at }) => ({ path: `/blog/${slug}`, changed: updated_at }));
}

function newest(posts: readonly PostChange[]): string | undefined {
  return posts.map(({ updated_at }) => updated_at).reduce((a, b) => (a > b ? a : b), '') || undefined;
}
