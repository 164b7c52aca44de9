import { publicPaths } from '#site/route-table.ts';

/** The public routes of specification §2; one post of the sample content stands for all posts. */
export const PUBLIC_ROUTES: readonly string[] = [...publicPaths(), '/blog/moowr-bonded-factory'];

/** Beyond the specification's table, and as public. */
export const MORE_ROUTES = ['/blog/category/customs-and-gst', '/blog?q=EPCG', '/no-such-page'] as const;

export const NOT_FOUND_WORDS = '404 Error: User attempted to access non-existent route:';
