import type { DataClient } from './client.ts';
import { anyContains } from './like-pattern.ts';
import { type ListPage, toListPage } from './list-page.ts';

/** A post that would change with the deletion of something else. */
export type AffectedPost = { id: string; title: string };

/** How many posts are named; the others are only counted. */
const MAX_NAMED = 5;

/** The posts that show the picture in their content or as featured picture. Rethrows the backend's error. */
export async function listPostsWithPicture(client: DataClient, path: string): Promise<ListPage<AffectedPost>> {
  const columns = ['content', 'featured_image_url'];
  const inUrl = path.split('/').map(encodeURIComponent).join('/');
  const spellings = [...new Set([path, inUrl])].map((text) => anyContains(columns, text));
  return toListPage(await affected(client).or(spellings.join(',')));
}

/** The posts of a category, which stay without one when it is deleted. Rethrows the backend's error. */
export async function listPostsOfCategory(client: DataClient, id: string): Promise<ListPage<AffectedPost>> {
  return toListPage(await affected(client).eq('category_id', id));
}

function affected(client: DataClient) {
  return client
    .from('blog_posts')
    .select('id, title', { count: 'exact' })
    .order('created_at', { ascending: false })
    .limit(MAX_NAMED);
}
