import { POSTS_PER_PAGE } from '#contract/limits.ts';
import type { DataClient } from '#site/gateway/client.ts';
import type { ListPage } from '#site/gateway/lists.ts';
import { pagePublishedPosts, type PostSummary } from '#site/gateway/posts.ts';
import { searchPublishedPosts } from '#site/gateway/search.ts';
import type { ListAddress } from './list-address.ts';

export function rangeOf(page: number) {
  return { offset: (page - 1) * POSTS_PER_PAGE, limit: POSTS_PER_PAGE };
}

export function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
}

/** Reads a page of the blog. Rethrows the backend's error. */
export function readList(client: DataClient, { page, q }: ListAddress): Promise<ListPage<PostSummary>> {
  return q ? searchPublishedPosts(client, q, rangeOf(page)) : pagePublishedPosts(client, rangeOf(page));
}
