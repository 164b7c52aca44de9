import { RestError } from '../errors.ts';
import type { Relationship, Table } from '../schema/tables.ts';

/**
 * Finds the relationship `relation!hint` of `origin`, by PostgREST's search (findRel in its Plan.hs). Throws PGRST200 when
 * there is none, PGRST201 when there are several.
 */
export function findRelationship(origin: Table, relation: string, hint: string | null): Relationship {
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

/** The first name that no other relationship has as a hint; the name of the junction or constraint if there is none. */
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
