/** A query parameter that changes what a page shows. */
export type QueryParameter = {
  name: string;
  /** The values with which the page may be cached. Unset for free text, which has unboundedly many values. */
  cacheable?: RegExp;
};

export type SiteRoute = {
  /** From the root of the site; `:slug` matches one segment, `*` every path without a route. */
  path: string;
  /** The route module, below src/site. */
  module: string;
  /** `document`: HTML. `resource`: XML or text for programs. `redirect`: another address. */
  kind: 'document' | 'resource' | 'redirect';
  /** Runs React Router in the browser. In all other documents React runs in islands only. */
  hydrates?: true;
  /** Depends on who is signed in or has a link: never cached, kept out of search and of speculation. */
  isPersonal?: true;
  /** What the loader reads of the query. A loader is given no other parameter. */
  query?: readonly QueryParameter[];
};

const PAGE_NUMBER: QueryParameter = { name: 'page', cacheable: /^[1-9]\d{0,5}$/ };

type Traits = Omit<SiteRoute, 'path' | 'module' | 'kind'>;

/** Keeps the literal types of path and traits, from which PublicPath is derived. */
function document<const Path extends string, const Own extends Traits = Traits>(
  path: Path,
  module: string,
  traits?: Own,
) {
  return { path, module, kind: 'document' as const, ...(traits as Own) };
}

/**
 * The routes of specification §2, a line each, in its order. Everything that depends on a route reads it here: the
 * router (routes.ts), hydration, speculation rules, robots.txt, sitemap, page cache and headers of the server, tests.
 */
const TABLE = [
  document('/', 'pages/home.tsx'),
  document('/about', 'pages/about.tsx'),
  document('/services', 'pages/services.tsx'),
  document('/team', 'pages/team.tsx'),
  document('/contact', 'pages/contact.tsx', { query: [{ name: 'sent', cacheable: /^1$/ }] }),
  document('/auth', 'pages/auth.tsx', { hydrates: true, isPersonal: true }),
  document('/admin', 'pages/admin.tsx', { hydrates: true, isPersonal: true }),
  document('/blog', 'pages/blog.tsx', { query: [{ name: 'q' }, PAGE_NUMBER] }),
  document('/blog/:slug', 'pages/post.tsx'),
  document('/services/foreign-trade-policy', 'pages/services/foreign-trade-policy.tsx'),
  document('/services/rbi-fema-compliance', 'pages/services/rbi-fema-compliance.tsx'),
  document('/services/customs-compliance', 'pages/services/customs-compliance.tsx'),
  document('/services/market-entry', 'pages/services/market-entry.tsx'),
  document('/services/financial-due-diligence', 'pages/services/financial-due-diligence.tsx'),
  document('/services/quality-control', 'pages/services/quality-control.tsx'),
  document('/services/ongoing-compliance', 'pages/services/ongoing-compliance.tsx'),
  document('/services/government-liaison', 'pages/services/government-liaison.tsx'),
  document('/services/navigating-india-toreign-trade', 'pages/services/international.tsx'),
  document('/checklists/svb-papers', 'pages/checklists/svb-papers.tsx'),
  document('/checklists/origin-costing-file', 'pages/checklists/origin-costing-file.tsx'),
  document('/checklists/fema-chronology', 'pages/checklists/fema-chronology.tsx'),
  document('/checklists/first-year-in-india', 'pages/checklists/first-year-in-india.tsx'),
  document('/checklists/compliance-calendar', 'pages/checklists/compliance-calendar.tsx'),
  document('/privacy', 'pages/privacy.tsx'),
  document('/disclaimer', 'pages/disclaimer.tsx'),
  // Beyond the specification's table: the posts of a category, the last path in its correct spelling, feeds and robots.txt.
  document('/blog/category/:slug', 'pages/category.tsx', { query: [PAGE_NUMBER] }),
  // A draft, for those who have its link.
  document('/preview', 'pages/preview.tsx', { isPersonal: true, query: [{ name: 'token' }] }),
  {
    path: '/services/navigating-india-foreign-trade',
    module: 'pages/services/international-redirect.ts',
    kind: 'redirect',
  },
  {
    path: '/sitemap.xml',
    module: 'pages/feeds/sitemap.ts',
    kind: 'resource',
    query: [{ name: 'part', cacheable: /^[1-9]\d{0,3}$/ }],
  },
  { path: '/rss.xml', module: 'pages/feeds/rss.ts', kind: 'resource' },
  { path: '/robots.txt', module: 'pages/feeds/robots.ts', kind: 'resource' },
  { path: '/site.webmanifest', module: 'pages/feeds/web-manifest.ts', kind: 'resource' },
  document('*', 'pages/not-found.tsx'),
] as const satisfies readonly SiteRoute[];

export const ROUTE_TABLE: readonly SiteRoute[] = TABLE;

type Document = Extract<(typeof TABLE)[number], { kind: 'document' }>;

/** The documents that everybody may read and that have one path each: no parameter in it, not the 404 page. */
export type PublicPath = Exclude<
  Document['path'],
  Extract<Document, { isPersonal: true }>['path'] | `${string}:${string}` | '*'
>;

export function pathsThat(trait: 'hydrates' | 'isPersonal'): string[] {
  return ROUTE_TABLE.filter((route) => route[trait]).map(({ path }) => path);
}

/** Every PublicPath, in the order of the table. */
export function publicPaths(): string[] {
  const isPublic = ({ kind, isPersonal, path }: SiteRoute) =>
    kind === 'document' && !isPersonal && !path.includes(':') && path !== '*';
  return ROUTE_TABLE.filter(isPublic).map(({ path }) => path);
}

const EXACT = new Map(ROUTE_TABLE.filter(({ path }) => !path.includes(':')).map((route) => [route.path, route]));
const PATTERNS = ROUTE_TABLE.filter(({ path }) => path.includes(':')).map((route) => {
  return { route, segments: route.path.split('/') };
});

/** The route of a path (no query, no fragment, in the table's letter case), or undefined where only `*` matches. */
export function findRoute(path: string): SiteRoute | undefined {
  const exact = EXACT.get(path);
  if (exact) return exact.path === '*' ? undefined : exact;
  const given = path.split('/');
  return PATTERNS.find(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, n) => segment === given[n] || (segment.startsWith(':') && given[n] !== '')),
  )?.route;
}

/** Whether the page at a path runs React Router in the browser. */
export function hydrates(path: string): boolean {
  return findRoute(path)?.hydrates === true;
}
