import { publicPaths } from '#site/route-table.ts';

/** The public routes of specification §2, with one post of the sample content for all posts. */
export const PUBLIC_ROUTES: readonly string[] = [...publicPaths(), '/blog/moowr-bonded-factory'];

/** Public routes that the table of the specification does not list. */
export const MORE_ROUTES = ['/blog/category/customs-and-gst', '/blog?q=EPCG', '/no-such-page'] as const;

export const NOT_FOUND_WORDS = '404 Error: User attempted to access non-existent route:';
