import { countOf } from '#contract/amounts.ts';
import { ALL_ITEM_KINDS, ITEM_KINDS } from '#contract/items.ts';

/** Pages that are not of one service, by the name of their row of words, which is that of their address. */
const TOP_PAGES = ['about', 'team', 'services', 'contact', 'blog', 'privacy', 'disclaimer'];

/** The words of a change of an item, by its kind; a testimonial is named by its client. */
const ofItems = (verb: string) =>
  Object.fromEntries(
    ALL_ITEM_KINDS.map((kind) => [
      kind,
      `${verb} the ${ITEM_KINDS[kind].names[0]}${kind === 'testimonial' ? ' of' : ''}`,
    ]),
  );

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
    ...Object.fromEntries(
      ALL_ITEM_KINDS.map((kind) => [kind, ITEM_KINDS[kind].names[1].replace(/^./, (first) => first.toUpperCase())]),
    ),
    words: 'Firm, pages and launch',
    administrator: 'Administrators',
    writer: 'Writers',
    setting: 'Settings',
    account: 'Accounts',
  } as Record<string, string>,
  /** By verb and subject, to be followed by the title. */
  changes: {
    created: { ...ofItems('created'), testimonial: 'added the testimonial of' },
    changed: { ...ofItems('changed'), words: 'changed' },
    published: { post: 'published the post' },
    archived: { post: 'archived the post' },
    withdrawn: { post: 'unpublished the post' },
    deleted: { ...ofItems('deleted'), account: 'deleted the account' },
    restored: ofItems('restored'),
    'review asked': { post: 'asked for a review of the post' },
    'review withdrawn': { post: 'withdrew from review the post' },
    returned: { post: 'returned to its writer the post' },
    granted: { administrator: 'made an administrator:', writer: 'made a writer:' },
    revoked: { administrator: 'removed as an administrator:', writer: 'removed as a writer:' },
    'switched on': { setting: 'switched on:' },
    'switched off': { setting: 'switched off:' },
  } as Record<string, Record<string, string>>,
  settings: { require_mfa: 'MFA for every administrator and writer' } as Record<string, string>,
  words: {
    firm: 'the facts of the firm',
    launch: 'what is cleared before the launch',
    enquiries: 'who receives enquiries',
    home: 'the words of /',
    ...Object.fromEntries(TOP_PAGES.map((page) => [page, `the words of /${page}`])),
  } as Record<string, string>,
  pageWords: (page: string) => `the words of /services/${page}`,
  operator: 'From the server',
  /** Whose account is gone, and with it the address. */
  goneActor: 'A deleted account',
} as const;
