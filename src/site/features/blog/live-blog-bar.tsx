import { useQuery } from '@tanstack/react-query';
import type { DataClient } from '#site/gateway/client.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listCategoriesWithPosts } from '#site/gateway/post-categories.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BlogBar } from './blog-bar.tsx';
import type { ListAddress } from './list-address.ts';

export function categoriesQuery(client: () => DataClient | Promise<DataClient>) {
  return { queryKey: QUERY_KEYS.categoriesWithPosts, queryFn: async () => listCategoriesWithPosts(await client()) };
}

/** The bar of the hydrated list; without categories only the search is shown. */
export function LiveBlogBar({ address: { q } }: { address: ListAddress }) {
  const { data: categories = [] } = useQuery(categoriesQuery(browserClient));
  return <BlogBar key={q} categories={categories} q={q} currentPath={q ? undefined : '/blog'} />;
}
