import { countOf } from '#contract/amounts.ts';

export const findInText = {
  button: 'Find and replace',
  bar: 'Find and replace',
  find: 'Find',
  replace: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  next: 'Next match',
  previous: 'Previous match',
  replaceOne: 'Replace',
  replaceAll: 'Replace all',
  close: 'Close find and replace',
  none: 'No matches',
  place: (at: number, of: number) => (at > 0 ? `${at} of ${of}` : countOf(of, 'match', 'matches')),
  replaced: (n: number) => `${countOf(n, 'match', 'matches')} replaced`,
} as const;
