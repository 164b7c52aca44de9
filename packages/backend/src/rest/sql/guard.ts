import type { PlannedSelection } from '../plan/steps.ts';
import { isToOne } from '../schema/tables.ts';

/** PostgreSQL's error when `repeat` would exceed a gigabyte. It is thrown before memory is allocated. */
export const TOO_LARGE = { code: '54000', message: 'requested length too large' };

/**
 * Wraps `rows`, a select of `value` of the given type, so that the statement fails with TOO_LARGE at the row that
 * exceeds `maxBytes` in total: before the rows are joined into one text, and without reading the rest. `repeat` is used
 * because an SQL expression cannot raise an error of its own.
 */
export function limitBytes(rows: string, type: 'json' | 'text', maxBytes: number): string {
  const size = 'sum(pg_column_size(g.value)) over (rows unbounded preceding)';
  const error = `repeat(g.value::text, 2147483647)::${type}`;
  return `select case when ${size} > ${maxBytes} then ${error} else g.value end as value from (${rows}) as g`;
}

/** The bytes of each embedded list, so that all lists of one row together stay within `maxBytes` of the response. */
export function maxListBytes(selection: PlannedSelection, maxBytes: number): number {
  return Math.floor(maxBytes / Math.max(1, countLists(selection)));
}

function countLists({ embeds }: PlannedSelection): number {
  return embeds.reduce((sum, embed) => sum + (isToOne(embed.relationship) ? 0 : 1) + countLists(embed.selection), 0);
}
