import type { LinksFunction } from 'react-router';
import { firm } from '#site/content/firm.ts';
import { blogList } from '#site/content/blog.ts';

/** The `links` of every page of the blog: where a feed reader finds the new posts. */
export const rssLink: LinksFunction = () => [
  { rel: 'alternate', type: 'application/rss+xml', title: `${firm.name}: ${blogList.heading}`, href: '/rss.xml' },
];
