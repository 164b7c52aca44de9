import { RestError } from '../errors.ts';
import { MAX_REPEATED_ROWS, MAX_ROWS } from '../limits.ts';
import { isToOne } from '../schema/tables.ts';
import type { PlannedCondition, PlannedSelection } from './steps.ts';

/**
 * Rejects selections that could repeat too many rows: a list below a to-one relationship is repeated for every row
 * above it (`posts → category → posts → …`), so a short URL could fill the server's memory. Throws PGRST100. PostgREST
 * has no such limit.
 */
export function rejectRepetition(selection: PlannedSelection): void {
  const repeated = countRepeated(selection, rowsAtMost(selection), false);
  if (repeated > MAX_REPEATED_ROWS) throw new RestError('TooManyRepeatedRows', MAX_REPEATED_ROWS);
}

function countRepeated({ embeds }: PlannedSelection, rows: number, isRepeated: boolean): number {
  return embeds.reduce((sum, { relationship, selection }) => {
    const isMany = !isToOne(relationship);
    const rowsBelow = isMany ? rows * rowsAtMost(selection) : rows;
    const isShared = relationship.cardinality === 'many-to-one' || relationship.cardinality === 'many-to-many';
    const own = isMany && isRepeated ? rowsBelow : 0;
    return sum + own + countRepeated(selection, rowsBelow, isRepeated || isShared);
  }, 0);
}

function rowsAtMost({ table, where, limit, outputs }: PlannedSelection): number {
  if (outputs.length > 0 && outputs.every(({ kind }) => kind === 'aggregate')) return 1;
  const [key, ...others] = table.primaryKey;
  const isOne = others.length === 0 && where.some((condition) => asksForKey(condition, key));
  return isOne ? 1 : Math.min(limit ?? MAX_ROWS, MAX_ROWS);
}

function asksForKey(condition: PlannedCondition, key: string | undefined): boolean {
  if (condition.kind !== 'filter' || condition.negated || condition.operation.kind !== 'compare') return false;
  const { expression, operation } = condition;
  const isEqual = operation.operator === 'eq' && operation.quantifier === null;
  return isEqual && expression.json.length === 0 && expression.column.name === key;
}
