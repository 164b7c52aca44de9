import { data, useLocation } from 'react-router';
import { notFound } from '#site/content/not-found.ts';
import { siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { NotFoundScene } from '#site/sections/not-found-scene.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches, location }: Route.MetaArgs) {
  return unlistedMeta({
    title: notFound.metaTitle,
    description: notFound.metaDescription,
    path: location.pathname,
    siteUrl: siteUrlOf(matches),
  });
}

export default function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <NotFoundScene code={notFound.code} heading={notFound.heading} text={notFound.text} action={notFound.home} />
      {/* Logs the path, as specified; the page ships no framework code (ARCHITECTURE.md). */}
      <InlineScript code={`console.error(${JSON.stringify(notFound.consoleMessage)}, ${JSON.stringify(pathname)})`} />
    </>
  );
}
