import type { PostStatus } from '#contract/post-status.ts';
import type { AdminPost } from './admin-posts.ts';
import type { DataClient } from './client.ts';
import { anyContains, type ListPage, type ListRange, toListPage } from './lists.ts';
import { listPendingDrafts } from './post-drafts.ts';

/** A post in the list of the dashboard: without its content. */
export type ListedPost = Pick<
  AdminPost,
  'id' | 'title' | 'slug' | 'status' | 'published_at' | 'created_at' | 'updated_at' | 'categories'
> & {
  /** Whether it has changes that are not saved to the post itself. */
  hasPendingDraft: boolean;
};

const ORDERS = {
  newest: { column: 'created_at', ascending: false },
  oldest: { column: 'created_at', ascending: true },
  changed: { column: 'updated_at', ascending: false },
  published: { column: 'published_at', ascending: false },
  title: { column: 'title', ascending: true },
} as const;
export type PostOrder = keyof typeof ORDERS;
export const POST_ORDERS = Object.keys(ORDERS) as PostOrder[];

/** `scheduled`: published posts whose time has not come. */
export type PostStatusFilter = PostStatus | 'scheduled';
export type PostFilter = {
  /** Each must be in the title or the slug, or the category must be one of `categoryIds`. */
  words: readonly { text: string; categoryIds: readonly string[] }[];
  status: PostStatusFilter | '';
  /** An id, `none` for posts without a category, '' for all. */
  category: string;
  order: PostOrder;
};

const COLUMNS = 'id, title, slug, status, published_at, created_at, updated_at, categories(id, name, slug)';

/** A page of the posts that match the filter; newest first unless ordered otherwise (specification §7). Rethrows the backend's error. */
export async function listAdminPosts(
  client: DataClient,
  filter: PostFilter,
  { offset, limit }: ListRange,
): Promise<ListPage<ListedPost>> {
  const { column, ascending } = ORDERS[filter.order];
  const page = toListPage(
    await filteredPosts(client, filter)
      // An index serves the order only with its own place for nulls, also of a column that has none.
      .order(column, column === 'published_at' ? { ascending, nullsFirst: false } : { ascending })
      .order('id')
      .range(offset, offset + limit - 1),
  );
  const pending = new Set(await listPendingDrafts(client, page.rows));
  return { ...page, rows: page.rows.map((post) => ({ ...post, hasPendingDraft: pending.has(post.id) })) };
}

function filteredPosts(client: DataClient, { words, status, category }: PostFilter) {
  let query = client.from('blog_posts').select(COLUMNS, { count: 'exact' });
  if (status) query = query.eq('status', status === 'scheduled' ? 'published' : status);
  if (status === 'scheduled') query = query.gt('published_at', 'now');
  if (category) query = category === 'none' ? query.is('category_id', null) : query.eq('category_id', category);
  for (const { text, categoryIds } of words) {
    const inCategory = categoryIds.length > 0 ? `,category_id.in.(${categoryIds.join(',')})` : '';
    query = query.or(anyContains(['title', 'slug'], text) + inCategory);
  }
  return query;
}

/** A post that would change with the deletion of something else. */
type AffectedPost = { id: string; title: string };

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
