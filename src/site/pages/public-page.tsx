import { type ComponentType, type ReactElement, useCallback } from 'react';
import { NavigationType, RouterProvider, UNSAFE_createRouter as createRouter } from 'react-router';
import { HOME_CAROUSEL_POSTS } from '#contract/limits.ts';
import { servicePages } from '#site/content/services/service-pages.ts';
import { useAdminQuery } from '#site/features/admin/queries.ts';
import type { PageViewProps } from '#site/features/admin/words/page-view-context.ts';
import { PageView } from '#site/features/admin/words/page-view.tsx';
import { cardPost } from '#site/features/blog/card-post.ts';
import { countPages, readList } from '#site/features/blog/list-query.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { listItems } from '#site/gateway/items.ts';
import { listCategoriesWithPosts, listPublishedPosts } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { localTimesAt } from '#site/local-times.ts';
import { PageFrame } from '#site/page-frame.tsx';
import { findRoute, type PublicPath } from '#site/route-table.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { quotationOf } from '#site/sections/testimonials.tsx';
import type { Route as Blog } from './+types/blog';
import type { Route as Contact } from './+types/contact';
import type { Route as Home } from './+types/home';
import { privacyFactsOf } from './privacy-facts.ts';
import { listNotes } from './services/notes.ts';

type PageProps = { loaderData: unknown };

/** By their path from this folder. A page that is added here and has a loader needs its data below. */
const PAGES = import.meta.glob<ComponentType<PageProps>>(
  [
    './{home,about,services,team,contact,blog,privacy,disclaimer}.tsx',
    './services/*.tsx',
    '!./services/service-document.tsx',
  ],
  { eager: true, import: 'default' },
);

/** The posts and testimonials of a page. */
type PageLists = Partial<Awaited<ReturnType<typeof readLists>>>;

/** Reads what visitors see of them. Rethrows the backend's error. */
async function readLists(client: DataClient, path: PublicPath) {
  const category = servicePages.find((page) => page.path === path)?.category;
  const [posts, testimonials, list, categories, notes] = await Promise.all([
    path === '/' ? listPublishedPosts(client, HOME_CAROUSEL_POSTS) : [],
    path === '/' ? listItems(client, 'testimonials') : [],
    path === '/blog' ? readList(client, { page: 1, q: '' }) : { rows: [], total: 0 },
    path === '/blog' ? listCategoriesWithPosts(client) : [],
    category ? listNotes(client, category) : [],
  ]);
  const cards = posts.map((post) => cardPost(post, { withExcerpt: false }));
  return { posts: cards, testimonials: testimonials.map(quotationOf), list, categories, notes };
}

function loaderDataOf(path: PublicPath, lists: PageLists): unknown {
  const { posts = [], testimonials = [], list = { rows: [], total: 0 }, categories = [], notes = [] } = lists;
  const times = localTimesAt(new Date());
  if (path === '/') return { posts, testimonials, times } satisfies Home.ComponentProps['loaderData'];
  if (path === '/contact') return { isSent: false, times } satisfies Contact.ComponentProps['loaderData'];
  if (path === '/blog') {
    const address = { page: 1, q: '' };
    return { address, pages: countPages(list.total), list, categories } satisfies Blog.ComponentProps['loaderData'];
  }
  return path === '/privacy' ? privacyFactsOf(browserSiteConfig()) : notes;
}

/**
 * A public page in its frame with the words that are in force now, for a renderer that runs no effects. In a build pages
 * read their data from the router, in tests they get it as a prop. The router is made of what every page of staff loads
 * anyway: one of React Router's own kinds would make those pages heavier.
 */
export function publicPage(path: PublicPath, lists: PageLists = {}): ReactElement {
  const Page = PAGES[`./${findRoute(path)?.module.replace(/^pages\//, '')}`];
  if (!Page) throw new Error(`${path} cannot be shown in the dashboard.`);
  const loaderData = loaderDataOf(path, lists);
  const element = (
    <PageFrame>
      <Page loaderData={loaderData} />
    </PageFrame>
  );
  const router = createRouter({
    routes: [{ id: path, path: '*', element }],
    history: historyAt(path),
    hydrationData: { loaderData: { [path]: loaderData } },
  });
  return <RouterProvider router={router} />;
}

/** A public page beside the form of its words. Its code is all public pages, loaded when such a form opens. */
export function PublicPageView(props: PageViewProps) {
  const key = [...QUERY_KEYS.adminWords, 'lists', props.path] as const;
  // Until they are read, and where they cannot be read, the page is without them.
  const { data: lists } = useAdminQuery(key, (client) => readLists(client, props.path));
  const elementOf = useCallback((path: PublicPath) => publicPage(path, lists), [lists]);
  return <PageView {...props} elementOf={elementOf} />;
}

/** A history of one address, which nothing changes. */
function historyAt(pathname: string): Parameters<typeof createRouter>[0]['history'] {
  const location = { pathname, search: '', hash: '', state: null, key: 'default', mask: undefined };
  return {
    action: NavigationType.Pop,
    location,
    createHref: () => pathname,
    createURL: () => new URL(pathname, 'http://localhost'),
    encodeLocation: () => location,
    push: () => {},
    replace: () => {},
    go: () => {},
    listen: () => () => {},
  };
}
