import type { LocalCopy } from './local-copy.ts';

/**
 * The version of the open item that the form shows: its time of saving. `draft` is the version of the pending draft that
 * the form shows instead of the item itself.
 */
export type ItemVersion = { base: string; savedAt?: string; draft?: string | null };

/** The version of a row by the time of its last save. */
export function versionOf({ updated_at }: { updated_at: string }): ItemVersion {
  return { base: updated_at, savedAt: updated_at };
}

/**
 * The version that a copy is based on; null for a new item. A copy of an older site has none: it counts as based on the
 * present version where the item was not saved after the copy. The copy's own time is no version of any item.
 */
export function baseOfCopy(
  { base, savedAt }: Pick<LocalCopy<unknown>, 'base' | 'savedAt'>,
  version: ItemVersion | null,
): string | null {
  if (!version) return null;
  // Copies of an older site have the values of a category or testimonial as its version.
  if (base && !Number.isNaN(Date.parse(base))) return base;
  const isOlder = version.savedAt !== undefined && Date.parse(version.savedAt) <= Date.parse(savedAt);
  return isOlder ? version.base : savedAt;
}
