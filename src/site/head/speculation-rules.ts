import { pathsThat } from '#site/route-table.ts';

/**
 * Tells the browser to prefetch a page of the site when the visitor is about to follow its link. Personal pages are
 * rendered in the browser, so their documents are not prefetched. A hydrated page opens the other hydrated pages without
 * loading their documents, so those are not prefetched either.
 */
export function speculationRules(isHydrated: boolean): string {
  const excluded = pathsThat(isHydrated ? 'hydrates' : 'isPersonal');
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
