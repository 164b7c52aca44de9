import { countOf } from '#contract/amounts.ts';

/** A check's text where all is well, and where advice is given. The check says what the numbers are. */
export type CheckWords = { ok: (n: number, m: number) => string; advice: (n: number, m: number) => string };

const checks = {
  title: {
    ok: (n) => `The title has ${countOf(n, 'character')}.`,
    advice: (n, shown) =>
      n > shown
        ? `The title has ${countOf(n, 'character')}. Search results usually cut after ${shown}.`
        : `The title has only ${countOf(n, 'character')}.`,
  },
  excerpt: {
    ok: (n) => `The excerpt has ${countOf(n, 'character')}.`,
    advice: (n, shown) =>
      n === 0
        ? 'There is no excerpt. Cards show the beginning of the text.'
        : `The excerpt has ${countOf(n, 'character')}. Cards usually cut after ${shown}.`,
  },
  category: { ok: () => 'A category is chosen.', advice: () => 'No category is chosen.' },
  picture: {
    ok: () => 'A featured image is chosen.',
    advice: () => 'No featured image is chosen. A drawing is shown instead.',
  },
  alt: {
    ok: (pictures) =>
      pictures === 0
        ? 'The text has no pictures.'
        : `${countOf(pictures, 'picture')} in the text, all with alternative text.`,
    advice: (pictures, without) =>
      `${without} of ${countOf(pictures, 'picture')} in the text without alternative text.`,
  },
  links: {
    ok: (n) => (n === 0 ? 'The text has no links.' : 'All links to this site lead to a page.'),
    advice: () => '',
  },
  headings: {
    ok: () => 'The headings are in order.',
    advice: (level) => `A heading of level ${level} leaves out a level before it.`,
  },
  dropped: { ok: () => 'The public page shows everything in the text.', advice: () => '' },
} satisfies Record<string, CheckWords>;

/** The buttons that publish a post, and the dialog that confirms it. */
export const publishing = {
  actions: {
    save: 'Save',
    publish: 'Publish',
    publishNow: 'Publish now',
    update: 'Update',
    schedule: 'Schedule',
    unpublish: 'Unpublish',
    archive: 'Archive',
  },
  more: 'More',
  discard: { draft: 'Delete draft', pending: 'Discard changes' },
  questions: {
    unpublish: 'Unpublish this post? Readers can no longer open it. It is kept here as a draft.',
    archive: 'Archive this post? Readers can no longer open it. It is kept here.',
  },
  headings: { publish: 'Publish this post?', schedule: 'Schedule this post' },
  address: 'Address',
  card: 'On the blog',
  page: 'The page',
  checklist: 'Before you publish',
  ok: 'OK',
  advice: 'Worth a look',
  goTo: 'Show',
  goToLabel: (text: string) => `Show: ${text}`,
  confirm: { publish: 'Publish', schedule: 'Schedule' },
  sending: 'Publishing...',
  cancel: 'Not yet',
  close: 'Close',
  at: 'Publish on',
  atHint: (zone: string) => `Your time: ${zone}.`,
  atError: 'Choose a date and time in the future.',
  linksPending: 'Checking the links.',
  linksFailed: 'The links could not be checked.',
  deadLinks: (paths: readonly string[]) =>
    `${paths.length === 1 ? 'A link leads' : 'Links lead'} to no page that readers can open: ${paths.join(', ')}`,
  dropped: (names: readonly string[]) =>
    `The public page does not show: ${names.map((name) => (name === '!--' ? 'comments' : name)).join(', ')}`,
  checks,
} as const;
