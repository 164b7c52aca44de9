import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import { data, redirect } from 'react-router';
import { blogList } from '#site/content/blog.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { notFound } from '#site/content/not-found.ts';
import { readListAddress } from '#site/features/blog/list-address.ts';
import { countPages, listQuery } from '#site/features/blog/list-query.ts';
import { LiveBlogBar, categoriesQuery } from '#site/features/blog/live-blog-bar.tsx';
import { PostList } from '#site/features/blog/post-list.tsx';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { breadcrumbs } from '#site/head/json-ld.ts';
import { listMeta } from '#site/head/list-meta.ts';
import { siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { rssLink } from '#site/head/rss-link.ts';
import { createQueryClient } from '#site/query-client.ts';
import NotFoundPage from './not-found.tsx';
import type { Route } from './+types/blog';

export const links = rssLink;

const readAddress = (request: Request) => readListAddress(new URL(request.url).searchParams);

export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readAddress(request);
  if (!read) return data(null, { status: 404 });
  if (read.canonical !== undefined) return redirect(`/blog${read.canonical}`, 301);
  const { address } = read;
  const { client } = context.get(serverGateway);
  const queries = createQueryClient();
  const list = listQuery(address, () => client);
  await Promise.all([queries.prefetchQuery(list), queries.prefetchQuery(categoriesQuery(() => client))]);
  const found = queries.getQueryData<Awaited<ReturnType<typeof list.queryFn>>>(list.queryKey);
  const errors = queries
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.error ?? []);
  for (const error of errors) console.error(error);
  if (found?.rows.length === 0 && address.page > 1) return data(null, { status: 404 });
  const answer = { address, pages: countPages(found?.total ?? 0), hasFailed: !found, queries: dehydrate(queries) };
  return data(answer, { status: errors.length > 0 ? 503 : 200 });
}

/** On client-side navigation the browser fetches the list itself, or has it in the query cache. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const read = readAddress(request);
  if (!read) return null;
  if (read.canonical !== undefined) return redirect(`/blog${read.canonical}`);
  return { address: read.address, pages: 1, hasFailed: false, queries: undefined };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  const head = { title: blogList.metaTitle, description: blogList.metaDescription, path: '/blog', siteUrl };
  if (!loaderData) return unlistedMeta({ ...head, title: notFound.metaTitle, description: notFound.metaDescription });
  const { address, pages } = loaderData;
  if (address.q) return unlistedMeta({ ...head, title: blogList.search.heading(address.q) });
  return listMeta({
    ...head,
    page: address.page,
    pages,
    titleOfPage: blogList.titleOfPage,
    jsonLd: [breadcrumbs([crumbWords.home, { label: blogList.crumb, href: '/blog' }], siteUrl)],
  });
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />;
  const { address, hasFailed, queries } = loaderData;
  return (
    <HydrationBoundary state={queries}>
      <div className="wrap blog">
        <header className="blog__head">
          <h1>{blogList.heading}</h1>
          <p className="lead">{blogList.lead}</p>
        </header>
        <LiveBlogBar address={address} />
        <PostList address={address} hasFailed={hasFailed} />
      </div>
    </HydrationBoundary>
  );
}
