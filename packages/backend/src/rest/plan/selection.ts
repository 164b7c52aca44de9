import { RestError } from '../errors.ts';
import type { Clause, EmbedItem, OrderItem, SelectItem } from '../parse/syntax.ts';
import { isToOne, type SchemaCache, type Table } from '../schema/tables.ts';
import { planCondition } from './condition.ts';
import { findEmbed, planExpression } from './names.ts';
import { planOutputs } from './outputs.ts';
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
    isPartOfRow: false,
  };
}

function planEmbed(cache: SchemaCache, origin: Table, item: EmbedItem, clauses: readonly Clause[]): Embed {
  const relationship = findRelationship(origin, item.relation, item.hint);
  const target = cache.tables.get(relationship.target)!;
  const { alias, relation, join, isSpread } = item;
  const isPartOfRow = isSpread && isToOne(relationship);
  const selection = { ...planSelection(cache, target, item.items, clauses), isPartOfRow };
  return { name: alias ?? relation, relation, relationship, join, isSpread, selection };
}

function clausesBelow(item: EmbedItem, clauses: readonly Clause[]): Clause[] {
  const isMeant = (name: string | undefined) => name === (item.alias ?? item.relation) || name === item.relation;
  return clauses.filter(({ path }) => isMeant(path[0])).map((clause) => ({ ...clause, path: clause.path.slice(1) }));
}

/**
 * Keeps each key once: the last value, at the position of the first. PostgREST writes objects with repeated keys, which
 * JSON parsers read in this way.
 */
function collapseKeys(outputs: readonly Output[]): Output[] {
  return [...new Map(outputs.map((output) => [output.key, output])).values()];
}

function planOrder(table: Table, embeds: readonly Embed[], item: OrderItem): OrderTerm {
  const { descending, nulls } = item;
  if (item.through === null) return { expression: planExpression(table, item.field), through: null, descending, nulls };
  const through = findEmbed(embeds, item.through);
  if (!through) throw new RestError('NotEmbedded', item.through);
  if (!isToOne(through.relationship)) throw new RestError('RelatedOrderNotToOne', table.name, item.through);
  return { expression: planExpression(through.selection.table, item.field), through, descending, nulls };
}
