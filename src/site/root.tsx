import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import { speculationRules } from './head/speculation-rules.ts';
import { MAIN_ID, PageFrame } from './page-frame.tsx';
import { PageFailed } from './pages/page-failed.tsx';
import { serverGateway } from './gateway/load-context.server.ts';
import { SITE_CONFIG_ID } from './gateway/site-config.ts';
import { createQueryClient } from './query-client.ts';
import { hydrates } from './route-table.ts';
import styles from './styles/app.css?url';
import { InlineScript } from './ui/inline-script.tsx';
import { RouteAnnouncer } from './ui/route-announcer.tsx';
import { Toaster } from './ui/toaster.tsx';
import type { Route } from './+types/root';

export const links: LinksFunction = () => [
  {
    rel: 'preload',
    href: '/fonts/newsreader-display-latin.woff2',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  },
  {
    rel: 'preload',
    href: '/fonts/hanken-grotesk-latin.woff2',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export function loader({ context }: Route.LoaderArgs) {
  return { config: context.get(serverGateway).config };
}

/** The configuration does not change during a visit. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Whether this page runs React in the browser; the others are sent without framework code (ARCHITECTURE.md). */
function useIsHydrated(): boolean {
  return hydrates(useLocation().pathname);
}

export function Layout({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14213d" />
        <Links />
        <Meta />
      </head>
      <body>
        <PageFrame>{children}</PageFrame>
        <InlineScript type="speculationrules" code={speculationRules(isHydrated)} />
        {isHydrated && <RouteAnnouncer mainId={MAIN_ID} />}
        {isHydrated && <ScrollRestoration />}
        {isHydrated && <Scripts />}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const [queryClient] = useState(createQueryClient);
  const isHydrated = useIsHydrated();
  return (
    <QueryClientProvider client={queryClient}>
      {isHydrated && (
        <InlineScript id={SITE_CONFIG_ID} type="application/json" code={JSON.stringify(loaderData.config)} />
      )}
      <Outlet />
      {isHydrated && <Toaster />}
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailed error={error} />;
}
