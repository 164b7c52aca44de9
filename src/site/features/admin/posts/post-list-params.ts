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
  page: number;
};

export const DEFAULT_PARAMS: PostListParams = { q: '', status: '', category: '', order: 'newest', page: 1 };
export const STATUS_FILTERS: readonly PostStatusFilter[] = [...POST_STATUSES, 'scheduled'];

export const postListParams: ListParams<PostListParams> = {
  // `category` in the address is the category of an open form.
  names: ['q', 'status', 'in', 'sort', 'page'],
  read: (query) => ({
    q: (query.get('q') ?? '').slice(0, SEARCH_MAX_LENGTH),
    status: STATUS_FILTERS.find((one) => one === query.get('status')) ?? '',
    category: query.get('in') ?? '',
    order: POST_ORDERS.find((one) => one === query.get('sort')) ?? 'newest',
    page: readPageNumber(query.get('page')),
  }),
  write: ({ q, status, category, order, page }) => ({
    ...(q && { q }),
    ...(status && { status }),
    ...(category && { in: category }),
    ...(order !== 'newest' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  }),
};

/** Whether the search or a filter narrows the list. */
export function isFiltered({ q, status, category }: PostListParams): boolean {
  return q.trim() !== '' || status !== '' || category !== '';
}

type KnownCategory = { id: string; name: string; slug: string };
/** An id that no category has: the slug of a deleted category matches no posts. */
const NO_CATEGORY_ID = '00000000-0000-0000-0000-000000000000';

/** The data API accepts 40 patterns of 1000 characters in all; each word becomes two. */
const MAX_WORDS = 20;

/** The filter for the gateway: every word must be in the title, the slug or the name of the category. */
export function filterOf({ q, status, category, order }: PostListParams, known: readonly KnownCategory[]): PostFilter {
  const words = q.slice(0, SEARCH_MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return {
    words: words.map((text) => ({
      text,
      categoryIds: known.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ id }) => id),
    })),
    status,
    category:
      category && category !== 'none' ? (known.find(({ slug }) => slug === category)?.id ?? NO_CATEGORY_ID) : category,
    order,
  };
}
