import { RestError } from '../errors.ts';
import type { FieldPath } from '../parse/syntax.ts';
import type { Table } from '../schema/tables.ts';
import type { Embed, Expression } from './steps.ts';

/** A field of `table`, as the cache knows it. Throws 42703. */
export function planExpression(table: Table, { name, json }: FieldPath): Expression {
  const column = table.columns.get(name);
  if (!column) throw new RestError('UndefinedColumn', table.name, name);
  return { column, json };
}

/** An embedded relationship by its alias, else by the name it was asked for. */
export function findEmbed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find((embed) => embed.name === name) ?? embeds.find((embed) => embed.relation === name);
}

/** A tsvector column is searched as it is; anything else is made one first, row by row. */
export function isVector({ column, json }: Expression): boolean {
  return column.type === 'tsvector' && json.length === 0;
}
