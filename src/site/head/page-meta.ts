import type { MetaDescriptor } from 'react-router';
import { firm } from '#site/content/firm.ts';
import { absolute } from './absolute.ts';
import type { JsonLdNode } from './json-ld-nodes.ts';
import { shareImageOf } from './share-image.ts';

export type PageHead = {
  /** Without the name of the firm. */
  title: string;
  description: string;
  /** From the root of the site, without query: what the canonical link names. */
  path: string;
  siteUrl: string;
  /** Changes with what the page's picture shows. */
  version?: string;
  /** For a page that has no picture of its own: the site's. */
  isUnlisted?: boolean;
  keywords?: string;
  type?: 'website' | 'article';
  jsonLd?: readonly JsonLdNode[];
};

const SITE_IMAGE = '/art/share.png';

/** The descriptors of a page's head; addresses are made absolute, as canonical links and share images must be. */
export function pageMeta(page: PageHead): MetaDescriptor[] {
  const { title, description, path, siteUrl, keywords, jsonLd = [] } = page;
  return [
    { title: titleWithFirm(title) },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    { tagName: 'link', rel: 'canonical', href: absolute(path, siteUrl) },
    ...openGraph(page),
    // Title, description and image of the card are taken from Open Graph.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(jsonLd.length > 0 ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': [...jsonLd] } }] : []),
  ];
}

/** Where the site lives, from the matches a route's `meta` is given: the root's loader knows it. */
export function siteUrlOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  const root = matches[0]?.loaderData as { config?: { siteUrl?: string } } | undefined;
  return root?.config?.siteUrl ?? '';
}

function titleWithFirm(title: string): string {
  return title === firm.name ? title : `${title} | ${firm.name}`;
}

function openGraph({
  title,
  description,
  path,
  siteUrl,
  type = 'website',
  version,
  isUnlisted = false,
}: PageHead): MetaDescriptor[] {
  const properties: [name: string, content: string | number][] = [
    ['og:site_name', firm.name],
    ['og:locale', 'en_IN'],
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', absolute(path, siteUrl)],
    ['og:image', absolute(isUnlisted ? SITE_IMAGE : shareImageOf(path, version), siteUrl)],
    ['og:image:type', 'image/png'],
    ['og:image:alt', isUnlisted ? firm.name : title],
    ['og:image:width', 1200],
    ['og:image:height', 630],
  ];
  return properties.map(([property, content]) => ({ property, content: String(content) }));
}
