import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';
import { POST_STATUSES } from '#contract/post-status.ts';
import { type PostFilter, type PostOrder, type PostStatusFilter, POST_ORDERS } from '#site/gateway/admin-post-list.ts';
import { type ListParams, readPageNumber } from '../list-params.ts';

/** The search, filters, order and page of the list of posts. */
export type PostListParams = {
  q: string;
  status: PostStatusFilter | '';
  /** The slug of a category, `none` for posts without one, '' for all. */
  category: string;
  order: PostOrder;
  /** Posts on a page. */
  size: number;
  page: number;
};

export const PAGE_SIZES = [25, 100, 250] as const;

export const DEFAULT_PARAMS: PostListParams = {
  q: '',
  status: '',
  category: '',
  order: 'newest',
  size: PAGE_SIZES[0],
  page: 1,
};
export const STATUS_FILTERS: readonly PostStatusFilter[] = [...POST_STATUSES, 'scheduled', 'waiting'];

export const postListParams: ListParams<PostListParams> = {
  // `category` in the address is the category of an open form.
  names: ['q', 'status', 'in', 'sort', 'size', 'page'],
  read: (query) => ({
    q: (query.get('q') ?? '').slice(0, SEARCH_MAX_LENGTH),
    status: STATUS_FILTERS.find((one) => one === query.get('status')) ?? '',
    category: query.get('in') ?? '',
    order: POST_ORDERS.find((one) => one === query.get('sort')) ?? 'newest',
    size: PAGE_SIZES.find((one) => String(one) === query.get('size')) ?? PAGE_SIZES[0],
    page: readPageNumber(query.get('page')),
  }),
  write: ({ q, status, category, order, size, page }) => ({
    ...(q && { q }),
    ...(status && { status }),
    ...(category && { in: category }),
    ...(order !== 'newest' && { sort: order }),
    ...(size !== PAGE_SIZES[0] && { size: String(size) }),
    ...(page > 1 && { page: String(page) }),
  }),
};

/** Whether the search or a filter narrows the list. */
export function isFiltered({ q, status, category }: PostListParams): boolean {
  return q.trim() !== '' || status !== '' || category !== '';
}

/** Whether the filter of these parameters is made from the names of the categories. */
export function needsCategories({ q, category }: PostListParams): boolean {
  return q.trim() !== '' || (category !== '' && category !== 'none');
}

type KnownCategory = { id: string; name: string; slug: string };
/** An id that no category has: the slug of a deleted category matches no posts. */
const NO_CATEGORY_ID = '00000000-0000-0000-0000-000000000000';

/** The data API accepts 40 patterns of 1000 characters in all; each word becomes two. */
const MAX_WORDS = 20;

/** In the form of Unicode in which titles are stored. */
const wordsOf = (q: string): string[] =>
  q.normalize('NFC').slice(0, SEARCH_MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/** Whether a post was found by its text: a word is in nothing that the list shows of it. */
export function isFoundInText(q: string, post: { title: string; slug: string; categories: { name: string } | null }) {
  const shown = [post.title, post.slug, post.categories?.name ?? ''].join(' ').toLowerCase();
  return wordsOf(q).some((word) => !shown.includes(word.toLowerCase()));
}

/**
 * The filter for the gateway: every word must be in title, slug or the name of the category, or all in the text. `author`
 * is the id of the writer whose posts are listed, '' for all posts.
 */
export function filterOf(
  { q, status, category, order }: PostListParams,
  known: readonly KnownCategory[],
  author = '',
): PostFilter {
  const words = wordsOf(q);
  return {
    words: words.map((text) => ({
      text,
      categoryIds: known.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ id }) => id),
    })),
    status,
    author,
    category:
      category && category !== 'none' ? (known.find(({ slug }) => slug === category)?.id ?? NO_CATEGORY_ID) : category,
    order,
  };
}
