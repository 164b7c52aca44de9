import { indiaDay } from './date.ts';
import type { ItemKind } from './items.ts';

/**
 * Makes a slug from a title (specification §5): lower case; only letters, digits, spaces and hyphens; white space
 * becomes one hyphen; hyphens collapse; trimmed. Returns '' when nothing is left (e.g. of a Hindi title); the caller
 * then uses `fallbackSlug`.
 */
export function slugFromTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The slug when the title gives none: the kind and the day in India, e.g. `post-2026-11-21`. */
export function fallbackSlug(kind: ItemKind, today: Date): string {
  return `${kind}-${indiaDay(today)}`;
}

/** The first of `slug`, `slug-2`, `slug-3` … that is not in `taken`. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let n = 2;
  while (taken.has(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
