import { useState } from 'react';
import { listTakenSlugs } from '#site/gateway/admin-posts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery, useDebouncedValue } from '../queries.ts';
import { type SlugSuggestion, suggestSlug } from '../slug-field.tsx';
import type { PostValues } from './post-values.ts';
import type { SettleSlug } from './save-post.ts';

type PostSlugOptions = { values: PostValues; ownId: string };

/** The slug that a save would use, checked for clashes while it is typed; `settle` checks again just before a save. */
export function usePostSlug({ values, ownId }: PostSlugOptions): {
  suggestion: SlugSuggestion;
  settle: SettleSlug;
} {
  const [today] = useState(() => new Date());
  const suggest = ({ slug: typed, title }: PostValues, taken: readonly string[]) =>
    suggestSlug({ kind: 'post', typed, title, taken: new Set(taken), today });
  const { slug: wanted } = suggest(values, []);
  const checked = useDebouncedValue(wanted);
  const { data: taken = [] } = useAdminQuery(
    [...QUERY_KEYS.adminPostSlugs, checked, ownId],
    (client) => listTakenSlugs(client, checked, ownId),
    { enabled: checked !== '' },
  );
  return {
    suggestion: suggest(values, taken),
    settle: async (client, sent) => {
      // Where the check fails, the save itself reports the error.
      const latest = await listTakenSlugs(client, suggest(sent, []).slug, ownId).catch(() => taken);
      return suggest(sent, latest).slug;
    },
  };
}
