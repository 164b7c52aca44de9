import type { PostStatus } from '#contract/post-status.ts';
import type { AdminPost } from '../../../gateway/admin-posts.ts';

export type PostFilter = { text: string; status: PostStatus | '' };
export const NO_FILTER: PostFilter = { text: '', status: '' };

/** The posts that have every word of the text in their title, slug or category, and the status if one is chosen. */
export function filterPosts<Post extends Pick<AdminPost, 'title' | 'slug' | 'status' | 'categories'>>(
  posts: readonly Post[],
  { text, status }: PostFilter,
): Post[] {
  const words = text.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);
  return posts.filter((post) => {
    if (status && post.status !== status) return false;
    const haystack = `${post.title} ${post.slug} ${post.categories?.name ?? ''}`.toLocaleLowerCase('en');
    return words.every((word) => haystack.includes(word));
  });
}
