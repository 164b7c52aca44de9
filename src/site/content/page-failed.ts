/** Said when a page itself broke. */
export const pageFailed = {
  metaTitle: 'Something went wrong',
  heading: 'This page could not be shown',
  text: 'The fault is ours, not yours. Try again in a minute; if it is urgent, please call us.',
  home: { label: 'Return to Home', href: '/' },
  contact: { label: 'Contact', href: '/contact' },
} as const;
