import { RestError } from '../errors.ts';
import type { Clause, EmbedItem, FieldPath, OrderItem, SelectItem } from '../parse/syntax.ts';
import { isToOne, type SchemaCache, type Table } from '../schema/tables.ts';
import { planCondition } from './condition.ts';
import { findEmbed, planExpression } from './names.ts';
import { findRelationship } from './relationship.ts';
import type { Embed, OrderTerm, Output, PlannedSelection } from './steps.ts';

/**
 * Plans what to read of a table and of its embedded relationships. Throws for unknown names: 42703 columns, 42704
 * types, PGRST200/201 relationships, PGRST108 parameters of a relationship that is not embedded.
 */
export function planSelection(
  cache: SchemaCache,
  table: Table,
  items: readonly SelectItem[],
  clauses: readonly Clause[],
): PlannedSelection {
  const embeds = new Map<SelectItem, Embed>();
  for (const item of items) {
    if (item.kind === 'embed') embeds.set(item, planEmbed(cache, table, item, clausesBelow(item, clauses)));
  }
  const known = [...embeds.values()];
  for (const { path } of clauses) {
    const name = path[0];
    if (name !== undefined && !findEmbed(known, name)) throw new RestError('NotEmbedded', name);
  }
  const own = clauses.filter(({ path }) => path.length === 0);
  return {
    table,
    outputs: collapseKeys(items.flatMap((item) => planOutputs(cache, table, item, embeds.get(item)))),
    embeds: known,
    where: own.flatMap((clause) =>
      clause.kind === 'condition' ? [planCondition(table, known, clause.condition)] : [],
    ),
    order: (own.find((clause) => clause.kind === 'order')?.items ?? []).map((item) => planOrder(table, known, item)),
    limit: own.find((clause) => clause.kind === 'limit')?.value ?? null,
    offset: own.find((clause) => clause.kind === 'offset')?.value ?? 0,
  };
}

function planEmbed(cache: SchemaCache, origin: Table, item: EmbedItem, clauses: readonly Clause[]): Embed {
  const relationship = findRelationship(origin, item.relation, item.hint);
  const target = cache.tables.get(relationship.target)!;
  const selection = planSelection(cache, target, item.items, clauses);
  return { name: item.alias ?? item.relation, relation: item.relation, relationship, join: item.join, selection };
}

function clausesBelow(item: EmbedItem, clauses: readonly Clause[]): Clause[] {
  const isMeant = (name: string | undefined) => name === (item.alias ?? item.relation) || name === item.relation;
  return clauses.filter(({ path }) => isMeant(path[0])).map((clause) => ({ ...clause, path: clause.path.slice(1) }));
}

function planOutputs(cache: SchemaCache, table: Table, item: SelectItem, embed: Embed | undefined): Output[] {
  if (item.kind === 'all')
    return [...table.columns.values()].map((column) => ({
      kind: 'column',
      key: column.name,
      expression: { column, json: [] },
      cast: null,
    }));
  if (item.kind === 'embed') return embed && item.items.length > 0 ? [{ kind: 'embed', key: embed.name, embed }] : [];
  const cast = item.cast === null ? null : cache.types.get(item.cast.toLowerCase());
  if (cast === undefined) throw new RestError('UndefinedType', item.cast ?? '');
  return [
    { kind: 'column', key: item.alias ?? keyOf(item.field), expression: planExpression(table, item.field), cast },
  ];
}

/**
 * Keeps each key once: the last value, at the position of the first. PostgREST writes objects with repeated keys, which
 * JSON parsers read in this way.
 */
function collapseKeys(outputs: readonly Output[]): Output[] {
  return [...new Map(outputs.map((output) => [output.key, output])).values()];
}

/** The default key of a JSON path: the last key of the path, else the column. */
function keyOf({ name, json }: FieldPath): string {
  const key = json.findLast((step) => typeof step.key === 'string')?.key;
  return key === undefined ? name : String(key);
}

function planOrder(table: Table, embeds: readonly Embed[], item: OrderItem): OrderTerm {
  const { descending, nulls } = item;
  if (item.through === null) return { expression: planExpression(table, item.field), through: null, descending, nulls };
  const through = findEmbed(embeds, item.through);
  if (!through) throw new RestError('NotEmbedded', item.through);
  if (!isToOne(through.relationship)) throw new RestError('RelatedOrderNotToOne', table.name, item.through);
  return { expression: planExpression(through.selection.table, item.field), through, descending, nulls };
}
