import { useState } from 'react';
import { listTakenSlugs } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { type SlugSuggestion, suggestSlug } from '../suggest-slug.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';

type PostSlugOptions = { typed: string; title: string; ownId: string | undefined };

/** The slug that a save would use, checked for clashes while it is typed; `settle` checks again just before a save. */
export function usePostSlug({ typed, title, ownId }: PostSlugOptions): {
  suggestion: SlugSuggestion;
  settle: (client: DataClient) => Promise<string>;
} {
  const [today] = useState(() => new Date());
  const suggest = (taken: readonly string[]) =>
    suggestSlug({ kind: 'post', typed, title, taken: new Set(taken), today });
  const { slug: wanted } = suggest([]);
  const checked = useDebouncedValue(wanted);
  const { data: taken = [] } = useAdminQuery(
    [...QUERY_KEYS.adminPostSlugs, checked, ownId],
    (client) => listTakenSlugs(client, checked, ownId),
    { enabled: checked !== '' },
  );
  return {
    suggestion: suggest(taken),
    settle: async (client) => {
      // Where the check fails, the save itself reports the error.
      const latest = await listTakenSlugs(client, wanted, ownId).catch(() => taken);
      return suggest(latest).slug;
    },
  };
}
