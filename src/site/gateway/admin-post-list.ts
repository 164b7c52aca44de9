import type { PostStatus } from '#contract/post-status.ts';
import type { AdminPost } from './admin-posts.ts';
import type { DataClient } from './client.ts';
import { anyContains, type ListPage, type ListRange, toListPage } from './lists.ts';
import { listPendingDrafts } from './post-drafts.ts';
import { listReviews, type PostReview, waitingIn } from './reviews.ts';

/** A post in the list of the dashboard: without its content. */
export type ListedPost = Pick<
  AdminPost,
  'id' | 'title' | 'slug' | 'status' | 'published_at' | 'created_at' | 'updated_at' | 'categories'
> & {
  /** Whether it has changes that are not saved to the post itself. */
  hasPendingDraft: boolean;
  /** Whether a draft waits for review, or was returned to its writer. */
  review: PostReview['state'] | null;
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

/** `scheduled`: published posts whose time has not come. `waiting`: drafts that wait for review. */
export type PostStatusFilter = PostStatus | 'scheduled' | 'waiting';
export type PostFilter = {
  /** Each must be in the title or the slug, or the category must be one of `categoryIds`; or all of them in the text. */
  words: readonly { text: string; categoryIds: readonly string[] }[];
  status: PostStatusFilter | '';
  /** An id, `none` for posts without a category, '' for all. */
  category: string;
  /** The id of the account whose posts are listed, '' for all. */
  author: string;
  order: PostOrder;
};

const COLUMNS = 'id, title, slug, status, published_at, created_at, updated_at, categories(id, name, slug)';

/** `waiting` is how many posts of the whole list wait for review. */
export type ListedPosts = ListPage<ListedPost> & { waiting: number };

/** A page of the posts that match the filter; newest first unless ordered otherwise (specification §7). Rethrows the backend's error. */
export async function listAdminPosts(
  client: DataClient,
  filter: PostFilter,
  { offset, limit }: ListRange,
): Promise<ListedPosts> {
  const { column, ascending } = ORDERS[filter.order];
  const reading = listReviews(client);
  const drafts = listPendingDrafts(client);
  // Until they are awaited.
  for (const early of [reading, drafts]) early.catch(() => {});
  const ids = filter.status === 'waiting' ? waitingIn(await reading) : null;
  const page = toListPage(
    await filteredPosts(client, filter, ids)
      // An index serves the order only with its own place for nulls, also of a column that has none.
      .order(column, column === 'published_at' ? { ascending, nullsFirst: false } : { ascending })
      .order('id')
      .range(offset, offset + limit - 1),
  );
  const [pending, reviews] = await Promise.all([drafts, reading]);
  const rows = page.rows.map((post) => ({
    ...post,
    hasPendingDraft: post.status !== 'draft' && pending.has(post.id),
    review: reviews.get(post.id) ?? null,
  }));
  return { ...page, rows, waiting: waitingIn(reviews).length };
}

function statusOf(filter: PostStatusFilter): PostStatus {
  if (filter === 'scheduled') return 'published';
  return filter === 'waiting' ? 'draft' : filter;
}

function filteredPosts<const Columns extends string = typeof COLUMNS>(
  client: DataClient,
  { words, status, category, author }: PostFilter,
  ids: string[] | null,
  columns = COLUMNS as Columns,
) {
  let query = client.from('blog_posts').select(columns, { count: 'exact' });
  if (ids) query = query.in('id', ids);
  if (author) query = query.eq('author_id', author);
  if (status) query = query.eq('status', statusOf(status));
  if (status === 'scheduled') query = query.gt('published_at', 'now');
  if (category) query = category === 'none' ? query.is('category_id', null) : query.eq('category_id', category);
  return words.length > 0 ? query.or(findWords(words)) : query;
}

/** Every word is in what the list shows of a post, or all are in title, excerpt or text, as the public search finds them. */
function findWords(words: PostFilter['words']): string {
  const shown = words.map(({ text, categoryIds }) => {
    const inCategory = categoryIds.length > 0 ? `,category_id.in.(${categoryIds.join(',')})` : '';
    return `or(${anyContains(['title', 'slug'], text)}${inCategory})`;
  });
  const inText = words.flatMap(({ text }) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => `'${word}':*`);
  const search = inText.length > 0 ? `,search.fts(english)."${inText.join(' & ')}"` : '';
  return `and(${shown.join(',')})${search}`;
}

/** The ids of all posts that match the filter. Rethrows the backend's error. */
export async function listAdminPostIds(client: DataClient, filter: PostFilter): Promise<string[]> {
  const ids: string[] = [];
  const chosen = filter.status === 'waiting' ? waitingIn(await listReviews(client)) : null;
  for (let total = 1; ids.length < total;) {
    const range = filteredPosts(client, filter, chosen, 'id')
      .order('id')
      .range(ids.length, ids.length + MAX_IDS - 1);
    const page = toListPage(await range);
    ids.push(...page.rows.map(({ id }) => id));
    total = page.rows.length === 0 ? 0 : page.total;
  }
  return ids;
}

/** As many rows as the data API answers with. */
const MAX_IDS = 1000;

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
