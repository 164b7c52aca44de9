import { formatLongDate, postDate } from '#contract/date.ts';
import type { ServicePage } from '#site/content/services/page-content.ts';
import { pageTime, serverGateway } from '#site/gateway/load-context.server.ts';
import { listCategoryPosts } from '#site/gateway/posts.ts';
import type { RouterContextProvider } from 'react-router';
import { orNull } from '../or-null.ts';
import type { Note } from './service-document.tsx';

const NOTES = 2;

/**
 * The loader of a service page: the newest posts on its subject. The page is complete without them, so while they cannot
 * be read it is sent without, and is not kept.
 */
export function notesLoader({ category }: Pick<ServicePage, 'category'>) {
  return async ({ context }: { context: Readonly<RouterContextProvider> }): Promise<Note[]> => {
    const posts = await orNull(listCategoryPosts(context.get(serverGateway).client, category, NOTES));
    const time = context.get(pageTime);
    if (!posts) time.holdUntil(time.now);
    return (posts ?? []).map((post) => ({
      href: `/blog/${post.slug}`,
      title: post.title,
      text: formatLongDate(postDate(post)),
    }));
  };
}
