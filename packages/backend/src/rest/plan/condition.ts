import { RestError } from '../errors.ts';
import type { Condition, Operation } from '../parse/syntax.ts';
import type { Table } from '../schema/tables.ts';
import { findColumn, findEmbed, planExpression } from './names.ts';
import type { Embed, PlannedCondition } from './steps.ts';

/** Plans a condition: its names are columns of `table`, or embedded relationships compared with null. */
export function planCondition(table: Table, embeds: readonly Embed[], condition: Condition): PlannedCondition {
  if (condition.kind === 'group') {
    return { ...condition, children: condition.children.map((child) => planCondition(table, embeds, child)) };
  }
  const { field, negated, operation } = condition;
  const embed = findColumn(table, field.name) ? undefined : findEmbed(embeds, field.name);
  if (embed) return { kind: 'related', embed, exists: asksExistence(field.name, operation) !== negated };
  return { kind: 'filter', expression: planExpression(table, field), negated, operation };
}

function asksExistence(name: string, operation: Operation): boolean {
  if (operation.kind === 'is' && operation.value === 'null') return false;
  if (operation.kind === 'is' && operation.value === 'not_null') return true;
  throw new RestError('UnacceptableFilter', name);
}
