import { SLUG_MAX_LENGTH } from '#contract/limits.ts';
import { slugFromTitle } from '#contract/slug.ts';

/** Characters kept free for the number that a taken slug gets. */
const NUMBER_LENGTH = 8;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The slug of an imported item: its own where it is one, else one made of it (slugs in other scripts are
 * percent-encoded), else of its title. Null where neither has a letter or digit for one.
 */
export function makeSlug(own: string, title: string): string | null {
  if (SLUG.test(own) && own.length <= SLUG_MAX_LENGTH) return own;
  const made = [slugFromTitle(decode(own)), slugFromTitle(title)];
  return made.map((slug) => slug.slice(0, SLUG_MAX_LENGTH - NUMBER_LENGTH).replace(/-$/, '')).find(Boolean) ?? null;
}

function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
