/** A word or a phrase that a visitor searches for, or excludes. */
export type Term = { text: string; isExcluded: boolean };

// redos-disable-next-line -- MAX_TYPED characters at most
const TERM = /(-?)"([^"]*)"|(\S+)/gu;
/** A hyphen stays between digits only (2025-26): elsewhere its parts, side by side, are found with and without it. */
const NOT_OF_WORDS = /[^\p{L}\p{M}\p{N}\s.-]+|(?<!\d)-|-(?!\d)/gu;

/** Characters that are read: the data API limits the length of a text search, and one page asks up to four of them. */
const MAX_TYPED = 200;

/** The terms of what was typed: words, "phrases in quotes", and either with a minus before it. */
export function readTerms(typed: string): Term[] {
  return [...typed.slice(0, MAX_TYPED).matchAll(TERM)].flatMap(([, minus = '', phrase, word = '']) => {
    const isExcluded = phrase === undefined ? /^-[^-]/u.test(word) : minus === '-';
    // redos-disable-next-line -- a part of MAX_TYPED characters
    const text = (phrase ?? word).replace(NOT_OF_WORDS, ' ').replace(/^[\s.-]+|[\s.-]+$/gu, '');
    return text ? [{ text, isExcluded }] : [];
  });
}

/**
 * The terms in the language of PostgreSQL's `to_tsquery`, all of them wanted, each within the given weights
 * (`A` the title, `B` excerpt and keywords, `C` the text; none means anywhere). Exclusion always means anywhere.
 */
export function writeTextQuery(terms: readonly Term[], weights: '' | 'A' | 'AB' = ''): string {
  return terms
    .map(({ text, isExcluded }) => (isExcluded ? `!'${text}'` : `'${text}'${weights && `:${weights}`}`))
    .join(' & ');
}
