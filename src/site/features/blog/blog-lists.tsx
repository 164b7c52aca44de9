import type { ListPage } from '#site/gateway/lists.ts';
import type { CategoryName, PostSummary } from '#site/gateway/posts.ts';
import { BlogBar } from './blog-bar.tsx';
import type { ListAddress } from './list-address.ts';
import { PostList } from './post-list.tsx';

export type BlogListsProps = {
  address: ListAddress;
  /** Null where they could not be read. */
  list: ListPage<PostSummary> | null;
  categories: readonly CategoryName[] | null;
};

/** The bar and the posts of the blog; without categories the bar has the search only. */
export function BlogLists({ address, list, categories }: BlogListsProps) {
  const { q } = address;
  return (
    <>
      <BlogBar categories={categories ?? []} q={q} currentPath={q ? undefined : '/blog'} />
      <PostList address={address} list={list} />
    </>
  );
}
