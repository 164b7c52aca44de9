import type { DataClient } from './client.ts';
import { type PostPage, type ListRange, publishedPosts } from './posts.ts';
import { type Term, readTerms, writeTextQuery } from './text-query.ts';

const IN_ENGLISH = { config: 'english' } as const;

/**
 * A stretch of the published posts that hold every term of `typed`, and how many there are in all. Those that hold
 * them in the title come first, then in excerpt and keywords, then as one phrase, then anywhere; the newest first
 * within each. The trade's short forms find their long ones and the reverse. Rethrows the backend's error.
 */
export async function searchPublishedPosts(client: DataClient, typed: string, range: ListRange): Promise<PostPage> {
  const terms = readTerms(typed);
  if (terms.length === 0) return { posts: [], total: 0 };
  const { offset, limit } = range;
  const tiers = await Promise.all(tiersOf(terms).map((_, index, all) => readTier(client, all, index, offset + limit)));
  return {
    posts: tiers.flatMap(({ posts }) => posts).slice(offset, offset + limit),
    total: tiers.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The data API cannot order by rank, so the ranks are asked for one by one, each without those before it. */
function tiersOf(terms: readonly Term[]): string[] {
  const isPhrase = terms.length > 1 && terms.every(({ isExcluded }) => !isExcluded);
  const phrase = isPhrase
    ? [writeTextQuery([{ text: terms.map(({ text }) => text).join(' '), isExcluded: false }])]
    : [];
  return [writeTextQuery(terms, 'A'), writeTextQuery(terms, 'AB'), ...phrase, writeTextQuery(terms)];
}

async function readTier(client: DataClient, tiers: readonly string[], index: number, most: number): Promise<PostPage> {
  const own = publishedPosts(client, { count: 'exact' }).textSearch('search', tiers[index] ?? '', IN_ENGLISH);
  const { data, count, error } = await tiers
    .slice(0, index)
    .reduce((rest, before) => rest.not('search', `fts(${IN_ENGLISH.config})`, before), own)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(most);
  if (error) throw error;
  return { posts: data, total: count ?? 0 };
}
