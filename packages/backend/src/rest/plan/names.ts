import { RestError } from '../errors.ts';
import type { FieldPath } from '../parse/syntax.ts';
import type { Column, Table } from '../schema/tables.ts';
import type { Embed, Expression } from './steps.ts';

/** Looks a field of `table` up in the cache: a column, else a function of the row. Throws 42703. */
export function planExpression(table: Table, { name, json }: FieldPath): Expression {
  const column = findColumn(table, name);
  if (!column) throw new RestError('UndefinedColumn', table.name, name);
  return { column, json };
}

export function findColumn(table: Table, name: string): Column | undefined {
  return table.columns.get(name) ?? table.computed.get(name);
}

/** Finds an embedded relationship by its alias, else by its relation name. */
export function findEmbed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find((embed) => embed.name === name) ?? embeds.find((embed) => embed.relation === name);
}

/** Whether the expression is a tsvector column; anything else is converted to tsvector row by row. */
export function isVector({ column, json }: Expression): boolean {
  return column.type === 'tsvector' && json.length === 0;
}
