import type { LinksFunction } from 'react-router';
import { firm } from '#site/content/firm.ts';
import { blogList } from '#site/content/blog.ts';

/** The `links` of every page of the blog: the RSS feed. */
export const rssLink: LinksFunction = () => [
  { rel: 'alternate', type: 'application/rss+xml', title: `${firm.name}: ${blogList.heading}`, href: '/rss.xml' },
];
