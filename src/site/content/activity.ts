import { countOf } from '#contract/amounts.ts';

/** The tab of recorded changes. */
export const activity = {
  tab: 'Activity',
  heading: 'Activity',
  loading: 'Loading the activity',
  failed: 'The activity could not be loaded.',
  empty: 'No activity yet.',
  noMatch: 'No entry matches.',
  count: (n: number) => countOf(n, 'entry', 'entries'),
  columns: { when: 'When', who: 'Who', what: 'What' },
  search: 'Search title or person',
  filter: 'Kind',
  everything: 'Everything',
  subjects: {
    post: 'Posts',
    category: 'Categories',
    testimonial: 'Testimonials',
    administrator: 'Administrators',
    setting: 'Settings',
    account: 'Accounts',
  } as Record<string, string>,
  /** By verb and subject, to be followed by the title. */
  changes: {
    created: { post: 'created the post', category: 'created the category', testimonial: 'added the testimonial of' },
    changed: { post: 'changed the post', category: 'changed the category', testimonial: 'changed the testimonial of' },
    published: { post: 'published the post' },
    archived: { post: 'archived the post' },
    withdrawn: { post: 'unpublished the post' },
    deleted: {
      post: 'deleted the post',
      category: 'deleted the category',
      testimonial: 'deleted the testimonial of',
      account: 'deleted the account',
    },
    restored: {
      post: 'restored the post',
      category: 'restored the category',
      testimonial: 'restored the testimonial of',
    },
    granted: { administrator: 'made an administrator:' },
    revoked: { administrator: 'removed as an administrator:' },
    'switched on': { setting: 'switched on:' },
    'switched off': { setting: 'switched off:' },
  } as Record<string, Record<string, string>>,
  settings: { require_mfa: 'MFA for every administrator' } as Record<string, string>,
  operator: 'From the server',
  /** Whose account is gone, and with it the address. */
  goneActor: 'A deleted account',
} as const;
