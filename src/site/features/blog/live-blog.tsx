import { useQuery } from '@tanstack/react-query';
import { blogList } from '#site/content/blog.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listCategoriesWithPosts } from '#site/gateway/posts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { QueryProvider } from '#site/query-provider.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';
import { BlogBar } from './blog-bar.tsx';
import { BlogLists, type BlogListsProps } from './blog-lists.tsx';
import { readList } from './list-query.ts';

/** The blog where the server could not read all of it: the browser reads what is missing. */
export function LiveBlog(props: BlogListsProps) {
  return (
    <QueryProvider>
      <FetchedBlog {...props} />
    </QueryProvider>
  );
}

function FetchedBlog({ address, list, categories }: BlogListsProps) {
  const isHydrated = useIsHydrated();
  const posts = useQuery({
    // The first page has the key `blog-posts` itself (specification §7).
    queryKey: address.page === 1 && address.q === '' ? QUERY_KEYS.posts : [...QUERY_KEYS.posts, address],
    queryFn: async () => readList(await browserClient(), address),
    initialData: list ?? undefined,
  });
  const names = useQuery({
    queryKey: QUERY_KEYS.categoriesWithPosts,
    queryFn: async () => listCategoriesWithPosts(await browserClient()),
    initialData: categories ?? undefined,
  });
  const known = names.data ?? null;
  // Without JavaScript a spinner would never end.
  if (!posts.isPending || !isHydrated)
    return <BlogLists address={address} list={posts.data ?? null} categories={known} />;
  return (
    <>
      <BlogBar categories={known ?? []} q={address.q} currentPath={address.q ? undefined : '/blog'} />
      <Spinner label={blogList.loading} />
    </>
  );
}
