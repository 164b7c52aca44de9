import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listTakenSlugs } from '#site/gateway/admin-posts.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { ADMIN_KEYS } from '../query-keys.ts';
import { type SlugSuggestion, suggestSlug } from '../suggest-slug.ts';

type SlugOf = { typed: string; title: string; ownId: string | undefined };

const PAUSE_MS = 200;

/** The slug that a save would use, checked for clashes as it is typed; `settle` asks once more, just before a save. */
export function usePostSlug({ typed, title, ownId }: SlugOf): {
  suggestion: SlugSuggestion;
  settle: (client: DataClient) => Promise<string>;
} {
  const [today] = useState(() => new Date());
  const suggest = (taken: readonly string[]) =>
    suggestSlug({ kind: 'post', typed, title, taken: new Set(taken), today });
  const { slug: wanted } = suggest([]);
  const asked = usePaused(wanted);
  const { data: taken = [] } = useQuery({
    queryKey: [...ADMIN_KEYS.posts, 'slugs', asked, ownId ?? ''],
    queryFn: async () => listTakenSlugs(await browserClient(), asked, ownId),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    networkMode: 'always',
  });
  const suggestion = suggest(taken);
  return {
    suggestion,
    settle: async (client) => {
      // Where it cannot be asked, the save itself says what is wrong.
      const latest = await listTakenSlugs(client, wanted, ownId).catch(() => taken);
      return suggest(latest).slug;
    },
  };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
