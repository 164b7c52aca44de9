import { countOf } from '#contract/amounts.ts';

/** Finding a phrase in the words of all pages and posts, and replacing it. */
export const findPhrase = {
  heading: 'Find a phrase in all pages and posts',
  find: 'Find',
  findHint:
    'As it is read, capitals too. Plain spaces, quotation marks and hyphens find every kind. Words that differ in bold or a link are not one phrase.',
  replace: 'Replace with',
  submit: 'Find',
  loading: 'Searching pages and posts',
  failed: 'Pages and posts could not be searched.',
  none: (phrase: string) => `“${phrase}” is in no page and no post.`,
  count: (places: number) => `${countOf(places, 'place')} found`,
  /** Where a text stands. */
  inPage: (page: string, field: string) => `${page}: ${field}`,
  inPost: (title: string, field: string) => `Post “${title}”: ${field}`,
  replaceHere: 'Replace',
  replacing: 'Replacing',
  ofPlace: (action: string, place: string) => `${action}: ${place}`,
  replaced: (place: string) => `Replaced. ${place}`,
  unfit: 'The new text does not fit here.',
  hasDraft: 'The page has a draft. Change the words there, or publish or discard it first.',
  note: 'Nothing changes before you press Replace. Published posts and pages change at once; each change is a version that can be taken back.',
} as const;
