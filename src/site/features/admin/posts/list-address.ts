import { type PostChoice, type PostOrder, type PostStatusFilter, POST_ORDERS } from '#site/gateway/admin-post-list.ts';
import { POST_STATUSES } from '#contract/post-status.ts';

/** What the list of posts shows, as its address keeps it. */
export type ListAddress = {
  q: string;
  status: PostStatusFilter | '';
  /** The slug of a category, `none` for posts without one, '' for all. */
  category: string;
  order: PostOrder;
  /** Counted from 1. */
  page: number;
};

export const WHOLE_LIST: ListAddress = { q: '', status: '', category: '', order: 'newest', page: 1 };
export const STANDINGS: readonly PostStatusFilter[] = [...POST_STATUSES, 'scheduled'];
const MOST_CHARACTERS = 100;

/** Reads the query of the dashboard's address; what is not understood counts as not said. */
export function readListAddress(query: URLSearchParams): ListAddress {
  const page = Number(query.get('page') ?? 1);
  return {
    q: (query.get('q') ?? '').slice(0, MOST_CHARACTERS),
    status: STANDINGS.find((one) => one === query.get('status')) ?? '',
    category: query.get('category') ?? '',
    order: POST_ORDERS.find((one) => one === query.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
  };
}

/** `q=epcg&page=2`, without what is not needed. */
export function writeListAddress({ q, status, category, order, page }: ListAddress): string {
  return new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(category && { category }),
    ...(order !== 'newest' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
}

export function isWholeList({ q, status, category }: ListAddress): boolean {
  return !q.trim() && !status && !category;
}

type KnownCategory = { id: string; name: string; slug: string };
/** An id that no category has: a category of the address that is gone leaves nothing to show. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The data API takes 40 patterns of 1000 characters in all, and each word is two. */
const MAX_WORDS = 20;
const MAX_TYPED = 400;

/** What is asked of the gateway: every word wanted, in title, slug or the name of the category. */
export function choiceOf({ q, status, category, order }: ListAddress, known: readonly KnownCategory[]): PostChoice {
  const words = q.slice(0, MAX_TYPED).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return {
    words: words.map((text) => ({
      text,
      categoryIds: known.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ id }) => id),
    })),
    status,
    category: category && category !== 'none' ? (known.find(({ slug }) => slug === category)?.id ?? NOBODY) : category,
    order,
  };
}
