import type { MetaDescriptor } from 'react-router';
import { firm } from '#site/content/firm.ts';

/** A node of the schema.org vocabulary. */
export type JsonLdNode = { '@type': string };

export type PageHead = {
  /** Without the name of the firm. */
  title: string;
  description: string;
  /** From the root of the site, without query; the canonical link. */
  path: string;
  siteUrl: string;
  /** Changes when the page's share image changes. */
  version?: string;
  /** Uses the share image of the site. */
  isUnlisted?: boolean;
  keywords?: string;
  type?: 'website' | 'article';
  jsonLd?: readonly JsonLdNode[];
};

/** The descriptors of a page's head, with absolute addresses. */
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

/** The head of a page that search engines leave out: it has no canonical address, and its links may be followed. */
export function unlistedMeta(page: PageHead): MetaDescriptor[] {
  const listed = pageMeta({ ...page, isUnlisted: true }).filter(
    (descriptor) => !('rel' in descriptor && descriptor.rel === 'canonical'),
  );
  return [...listed, { name: 'robots', content: 'noindex' }];
}

/** The address of the site, read from the root loader's data in the matches that a route's `meta` receives. */
export function siteUrlOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  const root = matches[0]?.loaderData as { config?: { siteUrl?: string } } | undefined;
  return root?.config?.siteUrl ?? '';
}

/** An address of the site with its host. One that has a host, or that is none, is returned as it is. */
export function absolute(address: string, siteUrl: string): string {
  return (siteUrl && URL.parse(address, siteUrl)?.href) || address;
}

/** The address of the picture that the server draws for the page at `path`; a new `version` makes crawlers fetch it again. */
export function shareImageOf(path: string, version?: string): string {
  const [page = ''] = path.split(/[?#]/, 1);
  const address = `/share${page === '/' ? '/home' : page}.png`;
  return version ? `${address}?v=${encodeURIComponent(version)}` : address;
}

export function titleWithFirm(title: string): string {
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
    ['og:image', absolute(isUnlisted ? shareImageOf('/') : shareImageOf(path, version), siteUrl)],
    ['og:image:type', 'image/png'],
    ['og:image:alt', isUnlisted ? firm.name : title],
    ['og:image:width', 1200],
    ['og:image:height', 630],
  ];
  return properties.map(([property, content]) => ({ property, content: String(content) }));
}
