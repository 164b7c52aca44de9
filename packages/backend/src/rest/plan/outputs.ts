import { RestError } from '../errors.ts';
import type { AggregateItem, FieldPath, SelectItem } from '../parse/syntax.ts';
import type { Column, SchemaCache, Table } from '../schema/tables.ts';
import type { Aggregate, Embed, Expression, Output } from './steps.ts';

/** Plans the keys of one item of `select`. Throws 42703 and 42704. */
export function planOutputs(
  cache: SchemaCache,
  table: Table,
  item: SelectItem,
  embed: Embed | undefined,
): readonly Output[] {
  switch (item.kind) {
    case 'all':
      return [...table.columns.values()].map((column) => ({
        kind: 'column',
        key: column.name,
        expression: { column, json: [] },
        cast: null,
      }));
    case 'embed':
      return embed === undefined || embed.selection.outputs.length === 0 ? [] : planEmbedded(embed);
    case 'aggregate':
      return [planAggregate(cache, table, item)];
    case 'column': {
      const { field, alias, cast } = item;
      if (isCount(table, field)) return [planAggregate(cache, table, countOfRows(alias, cast))];
      const expression = planExpression(table, field);
      return [{ kind: 'column', key: alias ?? keyOf(field), expression, cast: planCast(cache, cast) }];
    }
  }
}

function planEmbedded(embed: Embed): Output[] {
  if (!embed.isSpread) return [{ kind: 'embed', key: embed.name, embed }];
  return embed.selection.outputs.map((output, index) =>
    output.kind === 'aggregate' ? aggregateAbove(output, embed, index) : { kind: 'spread', key: output.key, embed },
  );
}

/** As in PostgREST, an aggregate in a spread embed aggregates the rows around the embed. */
function aggregateAbove(output: Aggregate, embed: Embed, index: number): Aggregate {
  const countsRows = output.expression === null && (output.spread?.at ?? null) === null;
  return { ...output, expression: null, cast: null, spread: { embed, at: countsRows ? null : index } };
}

/** `select=count` counts rows where no column has that name, as PostgreSQL reads it in PostgREST. */
const isCount = (table: Table, { name, json }: FieldPath): boolean =>
  name === 'count' && json.length === 0 && findColumn(table, name) === undefined;

const countOfRows = (alias: string | null, resultCast: string | null): AggregateItem => ({
  kind: 'aggregate',
  function: 'count',
  field: null,
  alias,
  cast: null,
  resultCast,
});

function planAggregate(cache: SchemaCache, table: Table, item: AggregateItem): Aggregate {
  return {
    kind: 'aggregate',
    key: item.alias ?? item.function,
    function: item.function,
    expression: item.field === null ? null : planExpression(table, item.field),
    spread: null,
    cast: planCast(cache, item.cast),
    resultCast: planCast(cache, item.resultCast),
  };
}

function planCast(cache: SchemaCache, name: string | null): string | null {
  if (name === null) return null;
  const type = cache.types.get(name.toLowerCase());
  if (type === undefined) throw new RestError('UndefinedType', name);
  return type;
}

/** The default key of a JSON path: the last key of the path, else the column. */
function keyOf({ name, json }: FieldPath): string {
  const key = json.findLast((step) => typeof step.key === 'string')?.key;
  return key === undefined ? name : String(key);
}

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
