import type { MetaDescriptor } from 'react-router';
import { latestOf, postDate } from '#contract/date.ts';
import { blogList, categoryPath } from '#site/content/blog.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { findLeader } from '#site/content/team.ts';
import { blogPosting, breadcrumbs } from './json-ld.ts';
import { pageMeta, shareImageOf } from './page-meta.ts';

export type HeadPost = {
  title: string;
  card_excerpt: string;
  meta_title: string | null;
  meta_description: string | null;
  meta_keywords: string | null;
  featured_image_url: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
  author: string | null;
  reviewer: string | null;
  law_as_of: string | null;
  categories: { name: string; slug: string } | null;
};

/** The head of a post: its SEO fields, or else its title and excerpt (specification §5). */
export function postMeta(post: HeadPost, { path, siteUrl }: { path: string; siteUrl: string }): MetaDescriptor[] {
  const description = post.meta_description?.trim() || post.card_excerpt;
  const keywords = post.meta_keywords?.trim() || undefined;
  const category = post.categories;
  const version = Date.parse(post.updated_at).toString(36);
  const posting = blogPosting(
    {
      title: post.title,
      description,
      path,
      image: post.featured_image_url || shareImageOf(path, version),
      published: postDate(post),
      // A scheduled post may have been written before the day on which it appeared.
      modified: latestOf(post.updated_at, postDate(post)),
      author: findLeader(post.author),
      reviewer: findLeader(post.reviewer),
      lawAsOf: post.law_as_of,
      ...(category && { category: category.name }),
      ...(keywords && { keywords }),
    },
    siteUrl,
  );
  const trail = [
    crumbWords.home,
    { label: blogList.crumb, href: '/blog' },
    ...(category ? [{ label: category.name, href: categoryPath(category.slug) }] : []),
    { label: post.title, href: path },
  ];
  return pageMeta({
    title: post.meta_title?.trim() || post.title,
    description,
    path,
    siteUrl,
    type: 'article',
    ...(keywords && { keywords }),
    version,
    jsonLd: [posting, breadcrumbs(trail, siteUrl)],
  });
}
