import { useEffect, useState } from 'react';
import { readRevisions, type Revision } from '#site/gateway/post-drafts.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../../use-admin-query.ts';
import { readableVersion } from './readable.ts';

type Named = { id: string; name: string };

/**
 * What each of the newest `count` revisions changed, by its id; empty while it is read. The content of a revision may
 * be long, so older ones are read when they are asked for.
 */
export function useSummaries(
  revisions: readonly Revision[],
  categories: readonly Named[],
  count: number,
): ReadonlyMap<number, string> {
  // One more, to compare the oldest of them with.
  const ids = revisions.slice(0, count + 1).map(({ id }) => id);
  const { data } = useAdminQuery(
    [...QUERY_KEYS.adminRevision, 'summaries', ...ids],
    (client) => readRevisions(client, ids),
    // A revision never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [summaries, setSummaries] = useState<ReadonlyMap<number, string>>(new Map());
  const key = ids.join();
  useEffect(() => {
    let isCurrent = true;
    // While more are read, `data` is the previous, smaller set.
    const isWhole = key.split(',').every((id) => data?.has(Number(id)));
    if (data && isWhole) void summarizeAll(data, key, count, categories).then((all) => isCurrent && setSummaries(all));
    return () => {
      isCurrent = false;
    };
  }, [data, key, count, categories]);
  return summaries;
}

async function summarizeAll(
  posts: ReadonlyMap<number, PostFields>,
  key: string,
  count: number,
  categories: readonly Named[],
): Promise<ReadonlyMap<number, string>> {
  const { summarize } = await import('./summarize.ts');
  const all = key.split(',').flatMap((id) => {
    const post = posts.get(Number(id));
    return post ? [{ id: Number(id), readable: readableVersion(post, categories) }] : [];
  });
  return new Map(
    all
      .slice(0, count)
      .map(({ id, readable }, index) => [id, summarize(readable, all[index + 1]?.readable ?? null)] as const),
  );
}
