import { RestError } from '../errors.ts';
import { isAggregated, type Output, type PlannedSelection } from './steps.ts';

/**
 * Rejects aggregates that the settings do not allow: all but a count of rows that is the only key of its resource, which
 * costs what `count=exact` costs. Throws PGRST123.
 */
export function rejectAggregates(selection: PlannedSelection): void {
  const isCountOnly = selection.outputs.length === 1 && selection.outputs.every(isCountOfRows);
  if (isAggregated(selection) && !isCountOnly) throw new RestError('AggregatesNotAllowed');
  selection.embeds.forEach((embed) => rejectAggregates(embed.selection));
}

/** Rejects aggregates in spread embeds of several rows, as PostgREST does. Throws PGRST127. */
export function rejectSpreadAggregates({ embeds }: PlannedSelection): void {
  for (const { isSpread, selection } of embeds) {
    if (isSpread && isAggregated(selection)) {
      throw new RestError('NotImplemented', 'Aggregates are not implemented for one-to-many or many-to-many spreads.');
    }
    rejectSpreadAggregates(selection);
  }
}

const isCountOfRows = (output: Output): boolean =>
  output.kind === 'aggregate' && output.function === 'count' && output.expression === null && output.spread === null;
