import type { PublicPath } from '#site/route-table.ts';

/**
 * When the words of each page last changed, and a hash of them. Written by tests/server/page-dates.test.ts with `-u`,
 * which fails while a hash is not that of the page.
 */
export const PAGE_DATES: Record<PublicPath, { changed: string; words: string }> = {
  '/': { changed: '2026-11-22', words: '8e0f87fffbee30e2' },
  '/about': { changed: '2026-11-22', words: 'c8811f1de976b770' },
  '/services': { changed: '2026-11-22', words: '19e36fc01dc287c1' },
  '/team': { changed: '2026-11-22', words: '0544849554b8a335' },
  '/contact': { changed: '2026-11-22', words: 'ebdab0661bccd316' },
  '/blog': { changed: '2026-11-22', words: 'a060a48708c21afc' },
  '/services/foreign-trade-policy': { changed: '2026-11-22', words: 'a78de07d638a5473' },
  '/services/rbi-fema-compliance': { changed: '2026-11-22', words: '744393694af5b910' },
  '/services/customs-compliance': { changed: '2026-11-22', words: 'da26189b19bcc2da' },
  '/services/market-entry': { changed: '2026-11-22', words: '3d12c628ff33f416' },
  '/services/financial-due-diligence': { changed: '2026-11-22', words: '880b26380139fe4a' },
  '/services/quality-control': { changed: '2026-11-22', words: '523d3d95e4483d23' },
  '/services/ongoing-compliance': { changed: '2026-11-22', words: '70ea268947c839b3' },
  '/services/government-liaison': { changed: '2026-11-22', words: '2a9e0526b8bcd71a' },
  '/services/navigating-india-toreign-trade': { changed: '2026-11-22', words: 'e7665f260323e805' },
  '/privacy': { changed: '2026-11-22', words: '52243f8bee3358bb' },
  '/disclaimer': { changed: '2026-11-22', words: '213e37804164e152' },
};
