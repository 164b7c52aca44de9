import type { ComponentType, ReactElement } from 'react';
import { type NavigationType, RouterProvider, UNSAFE_createRouter as createRouter } from 'react-router';
import type { PageViewProps } from '#site/features/admin/words/page-view-context.ts';
import { PageView } from '#site/features/admin/words/page-view.tsx';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { localTimesAt } from '#site/local-times.ts';
import { PageFrame } from '#site/page-frame.tsx';
import { findRoute, type PublicPath } from '#site/route-table.ts';
import { privacyFactsOf } from './privacy-facts.ts';

type PageProps = { loaderData: unknown };

/** By their path from this folder. A page that is added here may need data below. */
const PAGES = import.meta.glob<ComponentType<PageProps>>(
  [
    './{home,about,services,team,contact,blog,privacy,disclaimer}.tsx',
    './services/*.tsx',
    '!./services/service-document.tsx',
  ],
  { eager: true, import: 'default' },
);

/** What a page gets from its loader. Posts and testimonials are left out. */
function loaderDataOf(path: PublicPath): unknown {
  const times = localTimesAt(new Date());
  if (path === '/') return { posts: [], testimonials: [], times };
  if (path === '/contact') return { isSent: false, times };
  if (path === '/blog') return { address: { page: 1, q: '' }, list: { rows: [], total: 0 }, categories: [] };
  return path === '/privacy' ? privacyFactsOf(browserSiteConfig()) : [];
}

/**
 * A public page in its frame with the words that are in force now, for a renderer that runs no effects. In a build pages
 * read their data from the router, in tests they get it as a prop. The router is made of what every page of staff loads
 * anyway: one of React Router's own kinds would make those pages heavier.
 */
export function publicPage(path: PublicPath): ReactElement {
  const Page = PAGES[`./${findRoute(path)?.module.replace(/^pages\//, '')}`];
  if (!Page) throw new Error(`${path} cannot be shown in the dashboard.`);
  const loaderData = loaderDataOf(path);
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
  return <PageView {...props} elementOf={publicPage} />;
}

/** A history of one address, which nothing changes. */
function historyAt(pathname: string): Parameters<typeof createRouter>[0]['history'] {
  const location = { pathname, search: '', hash: '', state: null, key: 'default', mask: undefined };
  return {
    action: 'POP' as NavigationType,
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
