import { livePaths } from '#site/live-pages.ts';

/** Rendered in the browser for a signed-in person; not prefetched. */
const PERSONAL = ['/auth', '/admin'];

/**
 * Tells the browser to prefetch a page of the site when the visitor is about to open its link. A hydrated page opens other
 * hydrated pages by client-side navigation, so their documents are not prefetched.
 */
export function speculationRules(isLive: boolean): string {
  const left = isLive ? livePaths() : PERSONAL;
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: '/*' }, { not: { href_matches: left.flatMap((path) => [path, `${path}\\?*`]) } }],
        },
        eagerness: 'moderate',
      },
    ],
  });
}
