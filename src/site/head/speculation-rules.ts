import { livePaths } from '#site/live-pages.ts';

/** Drawn in the browser for one person: nothing to fetch ahead. */
const PERSONAL = ['/auth', '/admin'];

/**
 * Tells the browser to fetch a page of the site when the visitor is about to choose its link. From a hydrated page the
 * other hydrated ones are entered in place, so their documents would be fetched for nothing.
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
