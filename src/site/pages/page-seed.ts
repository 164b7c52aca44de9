import type { CoveredPage } from '#site/art/cover.ts';
import type { FigureName } from '#site/art/figures.ts';
import { shareWords } from '#site/content/share.ts';
import type { PublicPath } from '#site/route-table.ts';

/** What the banner of each service shows. */
const FIGURES: Partial<Record<PublicPath, FigureName>> = {
  '/services/foreign-trade-policy': 'years',
  '/services/rbi-fema-compliance': 'bank',
  '/services/customs-compliance': 'consignment',
  '/services/market-entry': 'phases',
  '/services/financial-due-diligence': 'profit',
  '/services/quality-control': 'forums',
  '/services/ongoing-compliance': 'year',
  '/services/government-liaison': 'authorities',
  '/services/navigating-india-toreign-trade': 'destinations',
};

/** What the lattice of a page is drawn from: in its banner, and on its picture when it is shared. */
export function seedOf(path: PublicPath): CoveredPage {
  const figure = FIGURES[path];
  return { slug: path, category_slug: shareWords[path].wall, ...(figure && { figure }) };
}
