import type { Expression, PlannedCondition, PlannedSelection } from '../plan/steps.ts';
import type { Table } from '../schema/tables.ts';
import { qualify, quoteName, WHOLE_ROW } from './statement.ts';

/**
 * Lists the columns under `alias` that the returned rows, their order and their relationships need, and the whole row
 * where a function computes something of it.
 */
export function listRead(table: Table, selection: PlannedSelection | null, alias: string): string[] {
  if (selection === null) return [];
  const own = expressionsOf(selection).map(({ column }) => column);
  const names = new Set(own.filter(({ computedBy }) => computedBy === null).map(({ name }) => name));
  for (const { relationship } of selection.embeds) relationship.pairs.forEach(({ from }) => names.add(from));
  const columns = [...table.columns.keys()].filter((name) => names.has(name));
  const row = readsWholeRow(selection) ? [writeWholeRow(table, alias)] : [];
  return [...columns.map((name) => `${alias}.${quoteName(name)}`), ...row];
}

/** The row under `alias` as a column of its own. */
export function writeWholeRow(table: Table, alias: string): string {
  return `(${alias}.*)::${qualify(table)} as ${WHOLE_ROW}`;
}

/** Whether a function computes a column or related rows of the selection from its rows. */
export function readsWholeRow(selection: PlannedSelection): boolean {
  return (
    expressionsOf(selection).some(({ column }) => column.computedBy !== null) ||
    selection.embeds.some(({ relationship }) => relationship.computedBy !== null)
  );
}

function expressionsOf({ outputs, order, where }: PlannedSelection): Expression[] {
  return [
    ...outputs.flatMap((one) => ('expression' in one && one.expression ? [one.expression] : [])),
    ...order.flatMap((term) => (term.through === null ? [term.expression] : [])),
    ...where.flatMap(expressionsIn),
  ];
}

function expressionsIn(condition: PlannedCondition): Expression[] {
  if (condition.kind === 'group') return condition.children.flatMap(expressionsIn);
  return condition.kind === 'filter' ? [condition.expression] : [];
}
