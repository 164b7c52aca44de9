import type { CoveredPost } from '#site/art/cover.ts';
import { shareWords } from '#site/content/share.ts';
import type { PublicPath } from '#site/route-table.ts';

/** What the lattice of a page is drawn from: in its banner, in its row of the index, and on its picture when it is shared. */
export function seedOf(path: PublicPath): CoveredPost {
  return { slug: path, category_slug: shareWords[path].wall };
}
