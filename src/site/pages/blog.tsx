import { data, redirect } from 'react-router';
import { blogList } from '#site/content/blog.ts';
import { blogWords } from '#site/content/blog-words.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { notFound } from '#site/content/not-found.ts';
import { BlogLayout } from '#site/features/blog/blog-layout.tsx';
import { BlogLists } from '#site/features/blog/blog-lists.tsx';
import { readListAddress } from '#site/features/blog/list-address.ts';
import { countPages, readList } from '#site/features/blog/list-query.ts';
import { LiveBlog } from '#site/features/blog/live-blog.tsx';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { listCategoriesWithPosts } from '#site/gateway/posts.ts';
import { breadcrumbs } from '#site/head/json-ld.ts';
import { listMeta } from '#site/head/list-meta.ts';
import { siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { rssLink } from '#site/head/rss-link.ts';
import { Island } from '#site/islands/island.tsx';
import { PageConfig } from '#site/islands/page-config.tsx';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import type { Route } from './+types/blog';
import NotFoundPage from './not-found.tsx';
import { orNull } from './await-data.ts';

export const links = rssLink;

const readAddress = (request: Request) => readListAddress(new URL(request.url).searchParams);

export async function loader({ request, context }: Route.LoaderArgs) {
  const read = readAddress(request);
  if (!read) return data(null, { status: 404 });
  if (read.canonical !== undefined) return redirect(`/blog${read.canonical}`, 301);
  const { address } = read;
  const { client } = context.get(serverGateway);
  const [list, categories] = await Promise.all([
    orNull(readList(client, address)),
    orNull(listCategoriesWithPosts(client)),
  ]);
  if (list?.rows.length === 0 && address.page > 1) return data(null, { status: 404 });
  const answer = { address, pages: countPages(list?.total ?? 0), list, categories };
  return data(answer, { status: list && categories ? 200 : 503 });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  const head = { title: blogWords.metaTitle, description: blogWords.metaDescription, path: '/blog', siteUrl };
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
  const { address, list, categories } = loaderData;
  const props = { address, list, categories };
  return (
    <>
      <BlogLayout heading={blogList.heading} lead={blogWords.lead}>
        {list && categories ? (
          <BlogLists {...props} />
        ) : (
          <>
            <PageConfig />
            <Island name="live-blog" component={LiveBlog} props={props} when="visible" />
          </>
        )}
      </BlogLayout>
      <ClosingBand {...blogWords.closing} />
    </>
  );
}
