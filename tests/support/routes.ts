/** The public routes of specification §2, a post of the sample content standing for all posts. */
export const PUBLIC_ROUTES = [
  '/',
  '/about',
  '/services',
  '/team',
  '/contact',
  '/blog',
  '/blog/moowr-bonded-factory',
  '/services/foreign-trade-policy',
  '/services/rbi-fema-compliance',
  '/services/customs-compliance',
  '/services/market-entry',
  '/services/financial-due-diligence',
  '/services/quality-control',
  '/services/ongoing-compliance',
  '/services/government-liaison',
  '/services/navigating-india-toreign-trade',
] as const;

/** Beyond the specification's table, and as public. */
export const MORE_ROUTES = ['/blog/category/customs-and-gst', '/blog?q=EPCG', '/no-such-page'] as const;

export const NOT_FOUND_WORDS = '404 Error: User attempted to access non-existent route:';
