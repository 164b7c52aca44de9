import { categoryPath } from '#site/content/blog.ts';
import { headerLinks } from '#site/content/navigation.ts';
import { servicesPage } from '#site/content/services-list.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { type PostChange, listPostChanges } from '#site/gateway/post-changes.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { escapeXml } from './xml.ts';
import type { Route } from './+types/sitemap';

type Entry = { path: string; changed?: string };

/** Every public page; posts and lists of posts with the time of their last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const posts = await orUnavailable(listPostChanges(client));
  const write = ({ path, changed }: Entry) =>
    `<url><loc>${escapeXml(config.siteUrl + path)}</loc>${changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''}</url>`;
  const entries = [
    ...pageEntries(),
    { path: '/blog', changed: newest(posts) },
    ...categoryEntries(posts),
    ...postEntries(posts),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.map(write).join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}

/** Pages with static content; the time of their last change is unknown. */
function pageEntries(): Entry[] {
  const paths = ['/', ...headerLinks.map(({ href }) => href), ...servicesPage.list.services.map(({ href }) => href)];
  return [...new Set(paths)].map((path) => ({ path }));
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
