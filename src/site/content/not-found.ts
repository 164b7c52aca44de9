import { firm } from './firm.ts';

export const notFound = {
  metaTitle: 'Page not found',
  get metaDescription() {
    return `There is no page at this address. Return to the home page of ${firm.name}, a chartered-accountancy practice for trade, foreign exchange and tax.`;
  },
  code: '404',
  heading: 'Oops! Page not found',
  text: 'There is nothing at this address. It may have moved, or the link may have a slip in it.',
  home: { label: 'Return to Home', href: '/' },
  /** Logged to the console, followed by the path (spec §2, Not-found page). */
  consoleMessage: '404 Error: User attempted to access non-existent route:',
} as const;

/** Said when a page itself broke. */
export const pageFailed = {
  metaTitle: 'Something went wrong',
  heading: 'This page could not be shown',
  text: 'The fault is ours, not yours. Try again in a minute; if it is urgent, please call us.',
  home: { label: 'Return to Home', href: '/' },
  contact: { label: 'Contact', href: '/contact' },
} as const;
