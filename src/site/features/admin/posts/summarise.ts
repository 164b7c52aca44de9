import { editor } from '#site/content/editor.ts';
import { type ListAddress, isWholeList } from './list-address.ts';

/** The line over a list that was narrowed; undefined where the list's own words say it. */
export function summarise(address: ListAddress, total: number | undefined): string | undefined {
  return total === undefined || isWholeList(address) ? undefined : editor.list.found(total);
}
