import type { PostStatus } from '#contract/post-status.ts';
import type { DataClient } from './client.ts';
import { inParts } from './lists.ts';

/** Sets the status of the posts, not their dates; returns how many were changed. Rethrows the backend's error. */
export async function setPostsStatus(client: DataClient, ids: readonly string[], status: PostStatus): Promise<number> {
  const rows = await inParts(ids, (part) => client.from('blog_posts').update({ status }).in('id', part).select('id'));
  return rows.length;
}

/** Deletes the posts; returns the ids of those that were deleted. Rethrows the backend's error. */
export async function deletePosts(client: DataClient, ids: readonly string[]): Promise<string[]> {
  const rows = await inParts(ids, (part) => client.from('blog_posts').delete().in('id', part).select('id'));
  return rows.map(({ id }) => id);
}

/** The posts of a category, null for none, that were moved to another. */
export type PostsOfCategory = { category: string | null; ids: readonly string[]; movedTo: string | null };

/**
 * Moves the posts to a category, null for none. Returns how many were moved, and where each was before, for undoing it.
 * Rethrows the backend's error.
 */
export async function setPostsCategory(
  client: DataClient,
  ids: readonly string[],
  category: string | null,
): Promise<{ changed: number; before: PostsOfCategory[] }> {
  const posts = await inParts(ids, (part) => client.from('blog_posts').select('id, category_id').in('id', part));
  const moved = posts.filter(({ category_id }) => category_id !== category);
  const movedIds = moved.map(({ id }) => id);
  const done = new Set(await moveTo(client, movedIds, category));
  const before = new Map<string | null, string[]>();
  for (const { id, category_id } of moved) {
    if (done.has(id)) before.set(category_id, [...(before.get(category_id) ?? []), id]);
  }
  return {
    // A post that was there already counts as moved.
    changed: posts.length - moved.length + done.size,
    before: [...before].map(([from, fromIds]) => ({ category: from, ids: fromIds, movedTo: category })),
  };
}

/**
 * Moves posts back that are still where they were moved to; returns how many. Rethrows the backend's error where none was
 * moved before it.
 */
export async function restorePostsCategories(client: DataClient, before: readonly PostsOfCategory[]): Promise<number> {
  let moved = 0;
  for (const { category, ids, movedTo } of before) {
    try {
      moved += (await moveTo(client, ids, category, movedTo)).length;
    } catch (error) {
      if (moved === 0) throw error;
    }
  }
  return moved;
}

/** Moves posts, wherever they are, or only those that are still in the category `from`; null for none. Returns their ids. */
async function moveTo(
  client: DataClient,
  ids: readonly string[],
  category_id: string | null,
  from?: string | null,
): Promise<string[]> {
  const rows = await inParts(ids, (part) => {
    const moved = client.from('blog_posts').update({ category_id }).in('id', part);
    const found = from === null ? moved.is('category_id', null) : moved;
    return (from ? found.eq('category_id', from) : found).select('id');
  });
  return rows.map(({ id }) => id);
}
