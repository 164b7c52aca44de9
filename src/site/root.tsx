import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { modeStyles, pageStyles } from 'virtual:public-assets';
import { DEFAULT_LIGHT, LightContext } from './art/light-context.ts';
import { readLight } from './clock.server.ts';
import { shownPreview } from './content/shown-preview.ts';
import { DOCUMENT_SCRIPT } from './head/document-script.ts';
import { MAIN_ID, PageFrame } from './page-frame.tsx';
import { PageFailed } from './pages/page-failed.tsx';
import { pageTime, serverGateway } from './gateway/load-context.server.ts';
import { PageConfig } from './islands/page-config.tsx';
import { PageWords } from './page-words.tsx';
import { hydrates, pathsThat } from './route-table.ts';
import styles from './styles/app.css?url';
import { InlineScript } from './ui/inline-script.tsx';
import type { Route } from './+types/root';
import { listShownToasts, subscribeToToasts } from './ui/toast.ts';
import { whenUsed } from './ui/when-used.ts';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

const FONTS = ['/fonts/newsreader-display-basic.woff2', '/fonts/hanken-grotesk-basic.woff2'];

export function loader({ context, url }: Route.LoaderArgs) {
  const light = hydrates(url.pathname) ? null : readLight(context.get(pageTime));
  return { config: context.get(serverGateway).config, light };
}

/** The configuration does not change during a visit. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Whether this page runs React Router in the browser (ARCHITECTURE.md). */
function useRunsRouter(): boolean {
  return hydrates(useLocation().pathname);
}

export function Layout({ children }: { children: ReactNode }) {
  const runsRouter = useRunsRouter();
  const light = useRouteLoaderData<typeof loader>('root')?.light ?? undefined;
  return (
    <html
      lang="en-IN"
      // A browser that translates replaces text nodes; React would not show a change of them, or fail to remove them.
      translate={runsRouter ? 'no' : undefined}
      data-page={runsRouter ? 'application' : 'document'}
      data-light={light}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14213d" />
        {runsRouter && <meta name="google" content="notranslate" />}
        <Stylesheet />
        {FONTS.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Links />
        <Meta />
        {!runsRouter && <InlineScript code={DOCUMENT_SCRIPT} />}
      </head>
      <body>
        <LightContext value={light ?? DEFAULT_LIGHT}>
          <PageFrame>{children}</PageFrame>
        </LightContext>
        <InlineScript type="speculationrules" code={speculationRules()} />
        {runsRouter && <RouteAnnouncer />}
        {runsRouter && <ScrollRestoration />}
        {runsRouter && <Scripts />}
      </body>
    </html>
  );
}

/** The `precedence` makes React write it before everything else that the head loads. */
function Stylesheet() {
  const page = useMatches().at(-1)?.id ?? '';
  const own = pageStyles[page];
  // What is said above a preview is on no page else.
  if (!own || shownPreview.notice) return <link rel="stylesheet" href={styles} precedence="page" />;
  return (
    <>
      <link rel="stylesheet" href={own} precedence="page" />
      <link rel="stylesheet" href={modeStyles} media="print, (forced-colors: active)" precedence="modes" />
    </>
  );
}

export default function App() {
  if (!useRunsRouter()) return <Outlet />;
  return (
    <>
      <PageConfig />
      <PageWords />
      <Outlet />
      <LazyToaster />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailed error={error} />;
}

/**
 * Tells the browser to prefetch a page of the site when the visitor is about to follow its link. Personal pages are
 * rendered in the browser, so their documents are not prefetched.
 */
function speculationRules(): string {
  const excluded = pathsThat('isPersonal');
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: '/*' }, { not: { href_matches: excluded.flatMap((path) => [path, `${path}\\?*`]) } }],
        },
        eagerness: 'moderate',
      },
    ],
  });
}

/** The Toaster, loaded when the page is used, or for a message. A failed loading is tried again at the next message. */
function LazyToaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Loaded) return undefined;
    const load = (): void =>
      void import('./ui/toaster.tsx').then(
        ({ Toaster }) => setLoaded(() => Toaster),
        () => {},
      );
    const ends = [whenUsed(load), subscribeToToasts(load)];
    if (listShownToasts().length > 0) load();
    return () => ends.forEach((end) => end());
  }, [Loaded]);
  return Loaded && <Loaded />;
}

/**
 * On client-side navigation, announces the page title to screen readers and moves the focus to the main landmark, as
 * browsers do for a new document. The first page is not announced.
 */
function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    if (!hash) document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    // React sets the title after this effect, in the same task.
    const soon = setTimeout(() => setTitle(document.title), 100);
    return () => clearTimeout(soon);
  }, [pathname, hash]);
  return (
    <p className="sr-only" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  );
}
