/** A word or a phrase that a visitor searches for, or excludes. */
export type Term = { text: string; isExcluded: boolean };

// redos-disable-next-line -- MAX_TYPED characters at most
const TERM = /(-?)"([^"]*)"|(\S+)/gu;
/** A hyphen is kept between digits only (2025-26); elsewhere the parts as a phrase match with and without it. */
const NOT_OF_WORDS = /[^\p{L}\p{M}\p{N}\s.-]+|(?<!\d)-|-(?!\d)/gu;

/** Longest text that is read: the data API limits the length of a text search, and one page sends up to four. */
const MAX_TYPED = 200;

/** The terms of a search: words, "phrases in quotes", and either with a minus before it. */
export function readTerms(typed: string): Term[] {
  return [...typed.slice(0, MAX_TYPED).matchAll(TERM)].flatMap(([, minus = '', phrase, word = '']) => {
    const isExcluded = phrase === undefined ? /^-[^-]/u.test(word) : minus === '-';
    // redos-disable-next-line -- a part of MAX_TYPED characters
    const text = (phrase ?? word).replace(NOT_OF_WORDS, ' ').replace(/^[\s.-]+|[\s.-]+$/gu, '');
    return text ? [{ text, isExcluded }] : [];
  });
}

/**
 * The terms in the syntax of PostgreSQL's `to_tsquery`, all required, each within the given weights (`A` the title,
 * `B` excerpt and keywords, `C` the content; none means anywhere). Exclusion ignores the weights.
 */
export function writeTextQuery(terms: readonly Term[], weights: '' | 'A' | 'AB' = ''): string {
  return terms
    .map(({ text, isExcluded }) => (isExcluded ? `!'${text}'` : `'${text}'${weights && `:${weights}`}`))
    .join(' & ');
}
