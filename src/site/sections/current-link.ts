type Linked = { href: string };

/**
 * Which link of a row is the page itself (`page`), or the part of the site it belongs to (`true`), in the values of
 * `aria-current`. A page that has a link of its own does not light up its parent: the international page stands under
 * `/services/` but is "Global consultancy" in the row.
 */
export function currentOf(link: Linked, links: readonly Linked[], path: string): 'page' | 'true' | undefined {
  if (link.href === path) return 'page';
  const isOwned = links.some((other) => other.href === path);
  if (isOwned || link.href === '/') return undefined;
  return path.startsWith(`${link.href}/`) ? 'true' : undefined;
}
