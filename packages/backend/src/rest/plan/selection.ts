import { RestError } from '../errors.ts';
import type { Clause, Condition, EmbedItem, Operation, OrderItem, SelectItem } from '../parse/syntax.ts';
import { type Relationship, type SchemaCache, type Table, isToOne } from '../schema/tables.ts';
import { findColumn, findEmbed, planExpression, planOutputs } from './outputs.ts';
import type { Embed, OrderTerm, Output, PlannedCondition, PlannedSelection } from './steps.ts';

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

/** Plans a condition: its names are columns of `table`, or embedded relationships compared with null. */
function planCondition(table: Table, embeds: readonly Embed[], condition: Condition): PlannedCondition {
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

/**
 * Finds the relationship `relation!hint` of `origin`, by PostgREST's search (findRel in its Plan.hs). Throws PGRST200 when
 * there is none, PGRST201 when there are several.
 */
function findRelationship(origin: Table, relation: string, hint: string | null): Relationship {
  const computed = origin.relationships.find(({ computedBy }) => computedBy?.name === relation);
  if (computed) return computed;
  const isMeant = (one: Relationship) =>
    one.computedBy === null &&
    (one.origin === one.target ? isMeantOfItself(one, relation, hint) : isMeantOfAnother(one, relation, hint));
  const [first, ...others] = origin.relationships.filter(isMeant);
  if (first === undefined) throw new RestError('NoRelationship', origin, relation, hint);
  if (others.length === 0) return first;
  const all = [first, ...others];
  throw new RestError(
    'AmbiguousRelationship',
    origin.name,
    relation,
    all.map(describe),
    all.map((one) => `${one.target}!${hintFor(one, all)}`),
  );
}

/**
 * The relation is the related table, or the constraint or column of a foreign key; a hint is a constraint, a column of
 * either end, or a junction. Views are found by their name only.
 */
function isMeantOfAnother(one: Relationship, relation: string, hint: string | null): boolean {
  const isTarget = one.target === relation;
  if (hint !== null) return isTarget && hintsOf(one).includes(hint);
  if (isTarget) return true;
  return one.junction === null && !one.isTargetView && (one.constraint === relation || fromColumn(one) === relation);
}

/**
 * A foreign key of a table to itself is two relationships: the table's name, alone or with a hint, means the rows that
 * refer to the row; the name of the column means the row that it refers to.
 */
function isMeantOfItself(one: Relationship, relation: string, hint: string | null): boolean {
  if (one.junction !== null) return false;
  if (one.isReferencing) return hint === null && fromColumn(one) === relation;
  return one.target === relation && (hint === null || hint === toColumn(one) || hint === one.constraint);
}

const fromColumn = ({ pairs }: Relationship) => (pairs.length === 1 ? pairs[0]?.from : undefined);
const toColumn = ({ pairs }: Relationship) => (pairs.length === 1 ? pairs[0]?.to : undefined);

function hintsOf(one: Relationship): (string | undefined)[] {
  const { junction, constraint } = one;
  return junction ? [junction.table, junction.constraint, constraint] : [constraint, fromColumn(one), toColumn(one)];
}

/** The first name of the relationship that none of the others has; its default name if there is none. */
function hintFor(one: Relationship, all: readonly Relationship[]): string {
  const { junction, constraint } = one;
  const names = junction ? [junction.table, junction.constraint, constraint] : [constraint];
  const isUsable = (name: string) => all.filter((other) => hintsOf(other).includes(name)).length === 1;
  return names.find(isUsable) ?? names[0] ?? constraint;
}

function describe({ cardinality, origin, target, constraint, pairs, junction }: Relationship): object {
  const columns = (names: readonly string[]) => `(${names.join(', ')})`;
  const from = columns(pairs.map((pair) => pair.from));
  const to = columns(pairs.map((pair) => pair.to));
  const relationship = junction
    ? `${junction.table} using ${constraint}${to} and ${junction.constraint}${columns(junction.pairs.map((pair) => pair.from))}`
    : `${constraint} using ${origin}${from} and ${target}${to}`;
  return { cardinality, embedding: `${origin} with ${target}`, relationship };
}
