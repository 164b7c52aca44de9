import type { PublicPath } from '#site/route-table.ts';

export type Link = { label: string; href: PublicPath };

/** What the head of a page says. The title stands without the name of the firm, which the head adds. */
export type PageMeta = { metaTitle: string; metaDescription: string };

/** A dark band that ends a page with one line and one button. */
export type ClosingCallWords = { heading: string; lead: string; action: { label: string; href: '/contact' } };
