import { useState } from 'react';
import { type SlugSuggestion, suggestSlug } from './suggest-slug.ts';

type SlugOf = {
  kind: 'post' | 'category';
  typed: string;
  title: string;
  /** All items of the kind; the one that is edited may keep its own slug. */
  items: readonly { id: string; slug: string }[];
  ownId: string | undefined;
};

/** The slug that a save of the open form would use, as it is typed. */
export function useSlug({ kind, typed, title, items, ownId }: SlugOf): SlugSuggestion {
  const [today] = useState(() => new Date());
  const taken = new Set(items.filter(({ id }) => id !== ownId).map(({ slug }) => slug));
  return suggestSlug({ kind, typed, title, taken, today });
}
