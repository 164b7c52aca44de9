import type { ListPage } from '#site/gateway/lists.ts';
import type { CategoryName, PostSummary } from '#site/gateway/posts.ts';
import { blogList } from '#site/content/blog.ts';
import { EmptyState } from '#site/sections/empty-state.tsx';
import { Pagination } from '#site/sections/pagination.tsx';
import { BlogBar } from './blog-bar.tsx';
import { type ListAddress, writeListQuery } from './list-address.ts';
import { countPages } from './list-query.ts';
import { PostGrid } from './post-grid.tsx';

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

type PostListProps = {
  address: ListAddress;
  /** Null where the posts could not be read. */
  list: ListPage<PostSummary> | null;
};

/** A page of the blog; the same words on error and when empty (specification §2). */
function PostList({ address: { page, q }, list }: PostListProps) {
  const { empty, search } = blogList;
  if (list && q && list.total === 0)
    return <EmptyState title={search.none(q)} text={search.advice} action={search.all} />;
  if (!list?.rows.length) return <EmptyState title={empty.heading} text={empty.text} />;
  return (
    <>
      {q && (
        <p className="post-list__found" role="status">
          {search.found(list.total, q)}
        </p>
      )}
      <PostGrid posts={list.rows} />
      <ListPages path="/blog" page={page} q={q} total={list.total} />
    </>
  );
}

type ListPagesProps = { path: string; page: number; q?: string; total: number };

/** Links to the other pages of a list; nothing where there is only one page. */
export function ListPages({ path, page, q = '', total }: ListPagesProps) {
  return (
    <Pagination
      page={page}
      pages={countPages(total)}
      hrefOf={(other) => path + writeListQuery({ page: other, q })}
      words={blogList.pages}
    />
  );
}
