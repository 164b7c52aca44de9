import type { ServicePath } from './services/page-content.ts';

/** The pages of the route table of spec §2 that a visitor is sent to. */
export type PagePath = '/' | '/about' | '/services' | '/team' | '/contact' | '/blog' | ServicePath;

export type Link = { label: string; href: PagePath };

/** What the head of a page says. The title stands without the name of the firm, which the head adds. */
export type PageMeta = { metaTitle: string; metaDescription: string };

/** A dark band that ends a page with one line and one button. */
export type ClosingCallWords = { heading: string; lead: string; action: { label: string; href: '/contact' } };
