import { data, redirect } from 'react-router';
import { blogList, categoryPath } from '#site/content/blog.ts';
import { blogWords } from '#site/content/blog-words.ts';
import { crumbWords } from '#site/content/crumbs.ts';
import { notFound } from '#site/content/not-found.ts';
import { BlogBar } from '#site/features/blog/blog-bar.tsx';
import { BlogLayout } from '#site/features/blog/blog-layout.tsx';
import { readListAddress } from '#site/features/blog/list-address.ts';
import { ListPages } from '#site/features/blog/blog-lists.tsx';
import { countPages, rangeOf } from '#site/features/blog/list-query.ts';
import { PostGrid } from '#site/features/blog/post-grid.tsx';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { findCategory, listCategoriesWithPosts, pagePublishedPosts } from '#site/gateway/posts.ts';
import { breadcrumbs } from '#site/head/json-ld.ts';
import { listMeta } from '#site/head/list-meta.ts';
import { siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { rssLink } from '#site/head/rss-link.ts';
import { ClosingBand } from '#site/sections/closing-call.tsx';
import { EmptyState } from '#site/sections/empty-state.tsx';
import type { Route } from './+types/category';
import NotFoundPage from './not-found.tsx';
import { orUnavailable } from './await-data.ts';

export const links = rssLink;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { client } = context.get(serverGateway);
  const read = readListAddress(onlyPage(new URL(request.url).searchParams));
  const category = read && (await orUnavailable(findCategory(client, params.slug)));
  if (!category) return data(null, { status: 404 });
  if (read.canonical !== undefined) return redirect(categoryPath(category.slug) + read.canonical, 301);
  const { page } = read.address;
  const [{ rows: posts, total }, categories] = await orUnavailable(
    Promise.all([pagePublishedPosts(client, rangeOf(page), category.id), listCategoriesWithPosts(client)]),
  );
  if (posts.length === 0 && page > 1) return data(null, { status: 404 });
  return { category, categories, posts, total, page };
}

/** A category has pages but no search of its own. */
function onlyPage(query: URLSearchParams): URLSearchParams {
  const page = query.get('page');
  return new URLSearchParams(page === null ? '' : { page });
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  const path = categoryPath(params.slug);
  if (!loaderData) {
    return unlistedMeta({ title: notFound.metaTitle, description: notFound.metaDescription, path, siteUrl });
  }
  const { category, page, total } = loaderData;
  return listMeta({
    title: category.name,
    description: category.description?.trim() || blogList.categoryDescription(category.name),
    path,
    siteUrl,
    page,
    pages: countPages(total),
    titleOfPage: blogList.titleOfPage,
    jsonLd: [
      breadcrumbs(
        [crumbWords.home, { label: blogList.crumb, href: '/blog' }, { label: category.name, href: path }],
        siteUrl,
      ),
    ],
  });
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />;
  const { category, categories, posts, page, total } = loaderData;
  const path = categoryPath(category.slug);
  return (
    <>
      <BlogLayout heading={category.name} lead={category.description}>
        <BlogBar categories={categories} currentPath={path} />
        {posts.length > 0 ? (
          <>
            <PostGrid posts={posts} />
            <ListPages path={path} page={page} total={total} />
          </>
        ) : (
          <EmptyState title={blogList.empty.heading} text={blogList.empty.text} />
        )}
      </BlogLayout>
      <ClosingBand {...blogWords.closing} />
    </>
  );
}
