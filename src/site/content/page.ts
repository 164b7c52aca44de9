import type { PublicPath } from '#site/route-table.ts';

export type Link = { label: string; href: PublicPath };

/** Title and description of a page. The head adds the name of the firm to the title. */
export type PageMeta = { metaTitle: string; metaDescription: string };

/** A dark band that ends a page with one line and one button; `next` is the page to read next. */
export type ClosingCallWords = {
  heading: string;
  lead: string;
  action: { label: string; href: '/contact' };
  next?: Link;
};
