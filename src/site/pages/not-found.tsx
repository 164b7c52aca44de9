import { data, redirect } from 'react-router';
import { oldAddressOf } from '#contract/old-address.ts';
import { notFound } from '#site/content/not-found.ts';
import { serverGateway } from '#site/gateway/load-context.server.ts';
import { findSlugOfAddress } from '#site/gateway/posts.ts';
import { siteUrlOf, unlistedMeta } from '#site/head/page-meta.ts';
import { NotFoundScene } from '#site/sections/not-found-scene.tsx';
import { InlineScript } from '#site/ui/inline-script.tsx';
import type { Route } from './+types/not-found';
import { orUnavailable } from './await-data.ts';

/** The address of a post on an earlier website redirects to the post. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const address = oldAddressOf(new URL(request.url).pathname);
  const slug = address && (await orUnavailable(findSlugOfAddress(context.get(serverGateway).client, address)));
  return slug ? redirect(`/blog/${slug}`, 301) : data(null, { status: 404 });
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
  return (
    <>
      <NotFoundScene code={notFound.code} heading={notFound.heading} text={notFound.text} action={notFound.home} />
      {/* Logs the path, as specified; the page ships no framework code (ARCHITECTURE.md). */}
      <InlineScript code={`console.error(${JSON.stringify(notFound.consoleMessage)}, location.pathname)`} />
    </>
  );
}
