import { fallbackSlug, freeSlug, slugFromTitle } from '#contract/slug.ts';

export type SlugSuggestion = {
  /** What a save will use; '' while there is nothing to make it from. */
  slug: string;
  /** Why it is not what the rule alone would give. */
  reason: 'as-is' | 'fallback' | 'taken' | 'respelled';
  /** What was asked for, where it is taken. */
  wanted: string;
};

type SlugParams = {
  kind: 'post' | 'category';
  /** The slug field; empty means that it is made from `title` (specification §5). */
  typed: string;
  title: string;
  /** The slugs of all other items of the kind. */
  taken: ReadonlySet<string>;
  today: Date;
};

/** The database holds 200 characters; room is left for the number that a taken slug gets. */
const LONGEST = 190;

/** The slug that will be used: typed or made from the title by the rule, usable, and free. */
export function suggestSlug({ kind, typed, title, taken, today }: SlugParams): SlugSuggestion {
  const source = typed.trim() || title.trim();
  if (!source) return { slug: '', reason: 'as-is', wanted: '' };
  const spelled = slugFromTitle(source).slice(0, LONGEST).replace(/-$/, '');
  const wanted = spelled || fallbackSlug(kind, today);
  const slug = freeSlug(wanted, taken);
  if (slug !== wanted) return { slug, reason: 'taken', wanted };
  if (!spelled) return { slug, reason: 'fallback', wanted };
  return { slug, reason: typed.trim() && spelled !== typed.trim() ? 'respelled' : 'as-is', wanted };
}
