/**
 * Makes a slug from a title by the rule of specification §5: lowercase, only letters, digits, spaces and hyphens kept,
 * runs of white space become one hyphen, repeated hyphens collapse, ends trimmed.
 * Returns '' when nothing is left (a Hindi title, say); the caller then offers `fallbackSlug`.
 */
export function slugFromTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The slug offered when the rule leaves nothing: the kind of thing and the day, e.g. `post-2026-11-21`. */
export function fallbackSlug(kind: 'post' | 'category', today: Date): string {
  return `${kind}-${today.toISOString().slice(0, 10)}`;
}

/** The first of `slug`, `slug-2`, `slug-3` … that is not in `taken`. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let n = 2;
  while (taken.has(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
