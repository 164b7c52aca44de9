import type { PostStatus } from '#contract/post-status.ts';
import type { AdminPost } from './admin-posts.ts';
import type { DataClient } from './client.ts';
import type { ListRange } from './posts.ts';

/** A post as the dashboard's list shows it: without its text. */
export type ListedPost = Pick<
  AdminPost,
  'id' | 'title' | 'slug' | 'status' | 'published_at' | 'created_at' | 'updated_at' | 'categories'
>;

const ORDERS = {
  newest: { column: 'created_at', ascending: false },
  oldest: { column: 'created_at', ascending: true },
  changed: { column: 'updated_at', ascending: false },
  published: { column: 'published_at', ascending: false },
  title: { column: 'title', ascending: true },
} as const;
export type PostOrder = keyof typeof ORDERS;
export const POST_ORDERS = Object.keys(ORDERS) as PostOrder[];

/** `scheduled` are the published posts whose moment is still to come. */
export type PostStatusFilter = PostStatus | 'scheduled';
export type PostChoice = {
  /** Each of these must be in the title or the slug, or be part of the category's name. */
  words: readonly { text: string; categoryIds: readonly string[] }[];
  status: PostStatusFilter | '';
  /** An id, `none` for posts without a category, '' for all. */
  category: string;
  order: PostOrder;
};
export type ListedPosts = { posts: ListedPost[]; total: number };

const COLUMNS = 'id, title, slug, status, published_at, created_at, updated_at, categories(id, name, slug)';
/** The data API's answer to a stretch that begins after the last row (protocol.md 2.4). */
const BEYOND_THE_END = 'PGRST103';

/**
 * A stretch of the posts that were chosen, and how many they are; the newest first unless said (specification §7).
 * Beyond the end there are none, of as many as there are. Rethrows the backend's error.
 */
export async function listAdminPosts(
  client: DataClient,
  choice: PostChoice,
  { offset, limit }: ListRange,
): Promise<ListedPosts> {
  const { column, ascending } = ORDERS[choice.order];
  const { data, count, error } = await choose(client, choice)
    .order(column, { ascending, nullsFirst: false })
    .order('id')
    .range(offset, offset + limit - 1);
  if (error?.code === BEYOND_THE_END)
    return { posts: [], total: Number(/only (\d{1,15}) rows/.exec(error.details ?? '')?.[1] ?? 0) };
  if (error) throw error;
  return { posts: data as unknown as ListedPost[], total: count ?? 0 };
}

function choose(client: DataClient, { words, status, category }: PostChoice) {
  let query = client.from('blog_posts').select(COLUMNS, { count: 'exact' });
  if (status) query = query.eq('status', status === 'scheduled' ? 'published' : status);
  if (status === 'scheduled') query = query.gt('published_at', 'now');
  if (category) query = category === 'none' ? query.is('category_id', null) : query.eq('category_id', category);
  for (const { text, categoryIds } of words) {
    // Signs that mean something to LIKE or to the data API's own syntax stand for any one character.
    const pattern = `"*${text.replace(/[%_*\\"]/g, '_')}*"`;
    const inCategory = categoryIds.length > 0 ? `,category_id.in.(${categoryIds.join(',')})` : '';
    query = query.or(`title.ilike.${pattern},slug.ilike.${pattern}${inCategory}`);
  }
  return query;
}
