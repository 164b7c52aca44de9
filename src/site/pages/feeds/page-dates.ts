import type { PublicPath } from '#site/route-table.ts';

/**
 * When the words of each page last changed, and a hash of them. Written by tests/server/page-dates.test.ts with `-u`,
 * which fails while a hash is not that of the page.
 */
export const PAGE_DATES: Record<PublicPath, { changed: string; words: string }> = {
  '/': { changed: '2026-11-22', words: '1b7bf0dfe73ceba2' },
  '/about': { changed: '2026-11-22', words: '6a52ddddc720f973' },
  '/services': { changed: '2026-11-22', words: 'bd363b9a952a556a' },
  '/team': { changed: '2026-11-22', words: 'ca0fde5b14076028' },
  '/contact': { changed: '2026-11-22', words: '9ba5131f729c8979' },
  '/blog': { changed: '2026-11-22', words: 'd98a1380e497932a' },
  '/services/foreign-trade-policy': { changed: '2026-11-22', words: 'e701fb707dc31690' },
  '/services/rbi-fema-compliance': { changed: '2026-11-22', words: '74204abbc1d9dedb' },
  '/services/customs-compliance': { changed: '2026-11-22', words: 'ff4119660bc458df' },
  '/services/market-entry': { changed: '2026-11-22', words: 'd674adf834711e03' },
  '/services/financial-due-diligence': { changed: '2026-11-22', words: 'a5c1246fceaa6f84' },
  '/services/quality-control': { changed: '2026-11-22', words: 'cf703142f0c0968a' },
  '/services/ongoing-compliance': { changed: '2026-11-22', words: 'ab8d15c57f2fe517' },
  '/services/government-liaison': { changed: '2026-11-22', words: '0bd23af798bcfee8' },
  '/services/navigating-india-toreign-trade': { changed: '2026-11-22', words: '27d8061a24780ec8' },
  '/privacy': { changed: '2026-11-22', words: 'd9ea1918a090f3a4' },
  '/disclaimer': { changed: '2026-11-22', words: 'ca53ffe8b46eda62' },
};
