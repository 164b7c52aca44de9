import { MAX_ANSWER_BYTES } from '../limits.ts';
import type { PlannedSelection } from '../plan/steps.ts';
import { isToOne } from '../schema/tables.ts';

/** What PostgreSQL says when `repeat` would exceed a gigabyte; it has not allocated anything by then. */
export const TOO_LARGE = { code: '54000', message: 'requested length too large' };

/**
 * `select … as value`: the rows of `rows` (a select of `value`, of the type given) in their order. The statement fails
 * with TOO_LARGE at the row whose bytes, added to those before it, exceed `maxBytes`: before they are joined into one
 * text, and without reading the rest. A plain SQL expression cannot raise an error of its own, hence `repeat`.
 */
export function limitBytes(rows: string, type: 'json' | 'text', maxBytes: number): string {
  const size = 'sum(pg_column_size(g.value)) over (rows unbounded preceding)';
  const failure = `repeat(g.value::text, 2147483647)::${type}`;
  return `select case when ${size} > ${maxBytes} then ${failure} else g.value end as value from (${rows}) as g`;
}

/** What each embedded list may hold, so that all lists of one row keep within the limit of the answer. */
export function maxListBytes(selection: PlannedSelection): number {
  return Math.floor(MAX_ANSWER_BYTES / Math.max(1, countLists(selection)));
}

function countLists({ embeds }: PlannedSelection): number {
  return embeds.reduce((sum, embed) => sum + (isToOne(embed.relationship) ? 0 : 1) + countLists(embed.selection), 0);
}
