import { crumbWords } from '#site/content/crumbs.ts';

type Step = { label: string; href: string };

/** The way to a page from the home page, the page itself last: for the visible crumbs and for the BreadcrumbList. */
export type Trail = readonly [...Step[], Step];

const isService = (path: string) => path.startsWith(`${crumbWords.services.href}/`);

export function trailTo(label: string, href: string): Trail {
  return [crumbWords.home, ...(isService(href) ? [crumbWords.services] : []), { label, href }];
}

/** As the banner shows it: the page itself is not a link. */
export function crumbsOf(trail: Trail): (Step | { label: string })[] {
  return trail.map((step, index) => (index === trail.length - 1 ? { label: step.label } : step));
}
