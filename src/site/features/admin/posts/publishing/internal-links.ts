import { findRoute } from '#site/route-table.ts';

const POST = /^\/blog\/([^/]+)$/;

/** The paths of this site among the targets, each once, without query and fragment. */
export function internalPaths(links: readonly string[], siteUrl: string): string[] {
  const { origin } = new URL(siteUrl);
  const paths = links.flatMap((link) => {
    if (link.startsWith('#') || !URL.canParse(link, siteUrl)) return [];
    const url = new URL(link, siteUrl);
    return url.origin === origin ? [url.pathname.replace(/(.)\/$/, '$1')] : [];
  });
  return [...new Set(paths)];
}

/** The slug of the path where it is that of a post. */
export function slugOf(path: string): string | undefined {
  return POST.exec(path)?.[1];
}

/** The paths that lead to no page: `reachable` are the slugs of posts that visitors can open. */
export function deadPaths(paths: readonly string[], reachable: readonly string[]): string[] {
  return paths.filter((path) => {
    const slug = slugOf(path);
    if (slug !== undefined) return !reachable.includes(slug);
    // Stored pictures and files of the site itself have no route.
    return !path.startsWith('/storage/') && !/\.[a-z0-9]{2,5}$/i.test(path) && !findRoute(path);
  });
}
