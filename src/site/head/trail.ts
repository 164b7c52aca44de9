import { crumbWords } from '#site/content/crumbs.ts';

type Step = { label: string; href: string };

/** The breadcrumbs from the home page to the page itself, for the banner and the BreadcrumbList. */
export type Trail = readonly [...Step[], Step];

const isService = (path: string) => path.startsWith(`${crumbWords.services.href}/`);

export function trailTo(label: string, href: string): Trail {
  return [crumbWords.home, ...(isService(href) ? [crumbWords.services] : []), { label, href }];
}

/** For the banner, where the page itself is not a link. */
export function crumbsOf(trail: Trail): { label: string; steps: (Step | { label: string })[] } {
  const steps = trail.map((step, index) => (index === trail.length - 1 ? { label: step.label } : step));
  return { label: crumbWords.label, steps };
}
