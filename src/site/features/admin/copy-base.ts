import type { LocalCopy } from './local-copy.ts';

/** The open item's present version. `savedAt` is the time of its last save, where its table has one. */
export type ItemVersion = { base: string; savedAt?: string };

/**
 * The version that a copy is based on; null for a new item. A copy of an older site has none: it counts as based on the
 * present version where the item was not saved after the copy. The copy's own time is no version of any item.
 */
export function baseOfCopy(
  { base, savedAt }: Pick<LocalCopy<unknown>, 'base' | 'savedAt'>,
  version: ItemVersion | null,
): string | null {
  if (!version) return null;
  if (base) return base;
  const isOlder = version.savedAt !== undefined && Date.parse(version.savedAt) <= Date.parse(savedAt);
  return isOlder ? version.base : savedAt;
}

/** The version of a row without a time of its last save: what its form shows. */
export function versionOfValues(values: object): ItemVersion {
  return { base: JSON.stringify(values) };
}
