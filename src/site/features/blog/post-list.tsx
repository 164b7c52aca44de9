import { useQuery } from '@tanstack/react-query';
import { blogList } from '#site/content/blog.ts';
import { browserClient } from '#site/gateway/client.ts';
import { EmptyState } from '#site/sections/empty-state.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import type { ListAddress } from './list-address.ts';
import { ListPages } from './list-pages.tsx';
import { listQuery } from './list-query.ts';
import { PostGrid } from './post-grid.tsx';

type PostListProps = {
  address: ListAddress;
  /** The server's read failed: its page shows the empty state instead of a spinner that would never end. */
  hasFailed: boolean;
};

/** A page of the blog: a spinner while loading, the same words on error and when empty (specification §2). */
export function PostList({ address, hasFailed }: PostListProps) {
  const { data, isPending } = useQuery(listQuery(address, browserClient));
  const { empty, loading, search } = blogList;
  const { page, q } = address;
  if (isPending && !hasFailed) return <Spinner label={loading} />;
  if (data && q && data.total === 0)
    return <EmptyState title={search.none(q)} text={search.advice} action={search.all} />;
  if (!data?.rows.length) return <EmptyState title={empty.heading} text={empty.text} />;
  return (
    <>
      {q && (
        <p className="post-list__found" role="status">
          {search.found(data.total, q)}
        </p>
      )}
      <PostGrid posts={data.rows} />
      <ListPages path="/blog" page={page} q={q} total={data.total} />
    </>
  );
}
