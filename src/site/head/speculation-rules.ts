import { pathsThat } from '#site/route-table.ts';

/**
 * Tells the browser to prefetch a page of the site when the visitor is about to follow its link. Personal pages are
 * rendered in the browser, so their documents are not prefetched.
 */
export function speculationRules(): string {
  const excluded = pathsThat('isPersonal');
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: '/*' }, { not: { href_matches: excluded.flatMap((path) => [path, `${path}\\?*`]) } }],
        },
        eagerness: 'moderate',
      },
    ],
  });
}
