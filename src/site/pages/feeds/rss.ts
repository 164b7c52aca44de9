import { postDate } from '#contract/date.ts';
import { blogList } from '#site/content/blog.ts';
import { blogWords } from '#site/content/blog-words.ts';
import { firm } from '#site/content/firm.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { type PostSummary, listPublishedPosts } from '#site/gateway/posts.ts';
import { orUnavailable } from '../await-data.ts';
import { escapeXml } from './xml.ts';
import type { Route } from './+types/rss';

const NEWEST = 20;

/** The newest posts as an RSS 2.0 feed, with the excerpt of each. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, config } = context.get(serverGateway);
  const posts = await orUnavailable(listPublishedPosts(client, NEWEST));
  const channel = [
    element('title', `${firm.name}: ${blogList.heading}`),
    element('link', `${config.siteUrl}/blog`),
    element('description', blogWords.metaDescription),
    element('language', 'en-in'),
    `<atom:link href="${escapeXml(config.siteUrl)}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => writeItem(post, config.siteUrl)),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n${channel.join('\n')}\n</channel></rss>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}

function writeItem(post: PostSummary, siteUrl: string): string {
  const link = `${siteUrl}/blog/${post.slug}`;
  const parts = [
    element('title', post.title),
    element('link', link),
    // Not the address, which may change: readers would show the post as a new one.
    `<guid isPermaLink="false">urn:uuid:${post.id}</guid>`,
    element('pubDate', new Date(postDate(post)).toUTCString()),
    post.categories ? element('category', post.categories.name) : '',
    // Readers take a description for HTML.
    element('description', escapeXml(post.card_excerpt)),
  ];
  return `<item>${parts.join('')}</item>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
