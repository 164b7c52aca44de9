type Linked = { href: string };

/**
 * The value of `aria-current` for a link: `page` for the page itself, `true` for its parent. A page with a link of its own
 * does not mark its parent: the international page is under `/services/` but has the link "Global consultancy".
 */
export function currentOf(link: Linked, links: readonly Linked[], path: string): 'page' | 'true' | undefined {
  if (link.href === path) return 'page';
  const isOwned = links.some((other) => other.href === path);
  if (isOwned || link.href === '/') return undefined;
  return path.startsWith(`${link.href}/`) ? 'true' : undefined;
}
