import { RestError } from '../errors.ts';
import type { FieldPath } from '../parse/syntax.ts';
import type { Table } from '../schema/tables.ts';
import type { Embed, Expression } from './steps.ts';

/** Looks a field of `table` up in the cache. Throws 42703. */
export function planExpression(table: Table, { name, json }: FieldPath): Expression {
  const column = table.columns.get(name);
  if (!column) throw new RestError('UndefinedColumn', table.name, name);
  return { column, json };
}

/** Finds an embedded relationship by its alias, else by its relation name. */
export function findEmbed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find((embed) => embed.name === name) ?? embeds.find((embed) => embed.relation === name);
}

/** Whether the expression is a tsvector column; anything else is converted to tsvector row by row. */
export function isVector({ column, json }: Expression): boolean {
  return column.type === 'tsvector' && json.length === 0;
}
