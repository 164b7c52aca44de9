import { formatLongDate, postDate } from '#contract/date.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { listCategoryPosts } from '#site/gateway/posts.ts';
import type { Note } from './service-document.tsx';

const NOTES = 2;

/** The newest posts on the subject of a service, as links. Rethrows the backend's error. */
export async function listNotes(client: DataClient, category: string): Promise<Note[]> {
  const posts = await listCategoryPosts(client, category, NOTES);
  return posts.map((post) => ({
    href: `/blog/${post.slug}`,
    title: post.title,
    text: formatLongDate(postDate(post)),
  }));
}
