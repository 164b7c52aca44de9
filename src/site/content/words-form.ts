import { countOf } from '#contract/amounts.ts';

/** The tab of the firm's facts. The labels of the facts themselves are in their schema (contract/words/firm.ts). */
export const firmForm = {
  tab: 'Firm',
  heading: 'Firm',
  loading: 'Loading the facts of the firm',
  failed: 'The facts of the firm could not be loaded.',
  intro:
    'What the site says about the firm: on every page, in mails and for search engines. A saved change is public at once.',
  count: (differing: number) => (differing === 0 ? 'Original words' : `${countOf(differing, 'fact')} of your own`),
  enquiries: {
    heading: 'Enquiries',
    asSet: 'To the address of the settings of the server, or else the email address of the firm',
  },
  edit: 'Edit',
  editPart: (part: string) => `Edit: ${part}`,
  open: 'Open',
  openPage: (title: string) => `Open: ${title}`,
  seeOnSite: 'See it on the site',
  builtIn: 'Return to the original words',
  add: (item: string) => `Add ${item}`,
  newItem: (item: string) => `New ${item}`,
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  /** Which item, for those who do not see where the button stands. */
  ofItem: (action: string, item: string) => `${action}: ${item}`,
  errors: {
    missing: 'fill this in.',
    tooLong: (max: number) => `at most ${countOf(max, 'character')}.`,
    tooMany: (max: number) => `at most ${max}.`,
    tooFew: 'at least one is needed.',
    other: 'this does not fit.',
  },
  /** The page beside the form. */
  view: {
    heading: (title: string) => `The page: ${title}`,
    switch: 'What is shown',
    form: 'Form',
    page: 'Page',
    widths: 'Width of the page',
    phone: 'Phone',
    desktop: 'Desktop',
    frame: (title: string, width: string) => `The page with the words of the form: ${title}, ${width}`,
    hint: 'Click a sentence to change it.',
    failed: 'The page waits until what you type is complete.',
    lines: (lines: number) => `Takes ${lines} lines on a phone.`,
    cut: (length: number, shown: number) => `${length} of about ${shown} characters: search engines cut the end.`,
  },
  versions: {
    heading: 'Earlier versions',
    loading: 'Loading the versions',
    failed: 'The versions could not be loaded.',
    none: 'Nothing was saved yet.',
    entry: (date: string, who: string) => `${date}, by ${who}`,
    operator: 'the server',
    current: 'now on the site',
    builtIn: 'The original words',
    compare: 'Compare',
    legend: 'What the form adds to this version is underlined; what it no longer has is struck through.',
    same: 'The form has the same words.',
    values: { yes: 'Yes', no: 'No' },
    use: 'Bring into the form',
    used: 'The version is in the form. It is public when you publish or save it.',
  },
  draft: {
    heading: 'Draft: preview and schedule',
    none: 'Change the words and choose “Save draft” first. A draft can be shown to others, and published at a time you choose.',
    loading: 'Reading the draft',
    failed: 'The draft could not be read.',
    save: 'Save draft',
    untilPublished: 'Visitors see the published words until you choose Publish.',
    publishedAt: (date: string) => `The site shows them from ${date}, or when you choose Publish.`,
    at: 'Publish at',
    schedule: 'Schedule',
    unschedule: 'Do not publish at this time',
    scheduled: (date: string) => `The draft is published by itself on ${date}.`,
    inThePast: 'Choose a time that is still to come.',
    discard: 'Discard the draft',
    undo: { label: 'Undo', hint: 'Bring the discarded draft back.' },
  },
} as const;

/** A place on the map, by its coordinates. */
export const placeWords = { show: 'Show on the map', title: 'The place on OpenStreetMap' };

/** The tab of the pages whose words administrators may change. */
export const pagesTab = {
  tab: 'Pages',
  heading: 'Pages',
  loading: 'Loading the words of the pages',
  failed: 'The words of the pages could not be loaded.',
  intro:
    'What the public pages say, and what they tell search engines. A draft stays here until it is published; each text can return to the original words.',
  count: (changed: number) => (changed === 0 ? 'Original words' : `${countOf(changed, 'page')} with words of your own`),
  state: (texts: number) => (texts === 0 ? 'Original words' : `${countOf(texts, 'text')} of your own`),
  draft: ' · Draft, not published',
  scheduled: (date: string) => ` · Draft, to be published on ${date}`,
};
