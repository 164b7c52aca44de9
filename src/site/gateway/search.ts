import type { DataClient } from './client.ts';
import type { ListPage, ListRange } from './lists.ts';
import { type PostSummary, publishedPosts } from './posts.ts';

const IN_ENGLISH = { config: 'english' } as const;

/**
 * A page of the public posts that contain every term of `typed`. Posts with the terms in the title come first, then
 * in excerpt and keywords, then as one phrase, then anywhere; the newest first within each group. Abbreviations of the
 * trade match their long forms and the reverse. Rethrows the backend's error.
 */
export async function searchPublishedPosts(
  client: DataClient,
  typed: string,
  { offset, limit }: ListRange,
): Promise<ListPage<PostSummary>> {
  const terms = readTerms(typed);
  if (terms.length === 0) return { rows: [], total: 0 };
  const tiers = await Promise.all(tiersOf(terms).map((_, index, all) => readTier(client, all, index, offset + limit)));
  return {
    rows: tiers.flatMap(({ rows }) => rows).slice(offset, offset + limit),
    total: tiers.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The data API cannot order by rank, so each rank is one query that excludes the ranks before it. */
function tiersOf(terms: readonly Term[]): string[] {
  const isPhrase = terms.length > 1 && terms.every(({ isExcluded }) => !isExcluded);
  const phrase = isPhrase
    ? [writeTextQuery([{ text: terms.map(({ text }) => text).join(' '), isExcluded: false }])]
    : [];
  return [writeTextQuery(terms, 'A'), writeTextQuery(terms, 'AB'), ...phrase, writeTextQuery(terms)];
}

async function readTier(
  client: DataClient,
  tiers: readonly string[],
  index: number,
  limit: number,
): Promise<ListPage<PostSummary>> {
  const own = publishedPosts(client, { count: 'exact' }).textSearch('search', tiers[index] ?? '', IN_ENGLISH);
  const { data, count, error } = await tiers
    .slice(0, index)
    .reduce((rest, before) => rest.not('search', `fts(${IN_ENGLISH.config})`, before), own)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(limit);
  if (error) throw error;
  return { rows: data, total: count ?? 0 };
}

/** A word or a phrase that a visitor searches for, or excludes. */
type Term = { text: string; isExcluded: boolean };

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
