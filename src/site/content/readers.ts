import { countOf } from '#contract/amounts.ts';

/** The periods of the tab, in days. */
export const VIEW_PERIODS = [7, 30, 365] as const;
export type ViewPeriod = (typeof VIEW_PERIODS)[number];

export const readers = {
  heading: 'Readers',
  loading: 'Loading the numbers',
  failed: 'The numbers could not be loaded.',
  empty: 'Nothing was counted in this period yet. The numbers are written once a minute.',
  count: (views: number) => countOf(views, 'view'),
  summary: (views: number, enquiries: number) =>
    `${countOf(views, 'view')}, ${countOf(enquiries, 'enquiry', 'enquiries')}`,
  period: 'Period',
  periods: { 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last 365 days' } satisfies Record<ViewPeriod, string>,
  chart: (views: number, from: string, to: string) =>
    `Views of each day from ${from} to ${to}, ${countOf(views, 'view')} in all. The table below has the numbers.`,
  table: 'The days as a table',
  columns: { day: 'Day', views: 'Views', enquiries: 'Enquiries' },
  /** The lists of names, by kind, with the heading of their first column. */
  lists: {
    page: { heading: 'Pages', name: 'Page' },
    source: { heading: 'Websites that readers came from', name: 'Website' },
    'before-contact': { heading: 'Pages from which the contact page was opened', name: 'Page' },
    missing: { heading: 'Addresses without a page', name: 'Address' },
  },
  download: 'Download as CSV',
  fileName: (since: string) => `readers-since-${since}.csv`,
  note: 'Each request for a page by a browser counts, also when the browser loads a page in advance because the pointer rests on its link. Robots that say what they are, are left out. Nobody is recognised: no address, no cookie, no browser is kept.',
  off: {
    heading: 'Views are not counted',
    text: 'COUNT_VIEWS=false switches this off. Without that setting, or with COUNT_VIEWS=true, the site counts from its next start.',
    hosted: 'A site with a hosted Supabase project does not count the views of its pages.',
  },
};
