import { RestError } from '../errors.ts';
import type { Relationship, Table } from '../schema/tables.ts';

/**
 * Finds the relationship `relation!hint` of `origin`. A relation is a table, or the constraint or column name of a
 * foreign key of origin. Throws PGRST200 when there is none, PGRST201 when there are several.
 */
export function findRelationship(origin: Table, relation: string, hint: string | null): Relationship {
  const named = origin.relationships.filter((candidate) => isNamed(candidate, relation));
  const candidates = hint === null ? named : named.filter(({ hints }) => hints.has(hint));
  const [first, ...others] = hint === null ? candidates : preferToOne(candidates);
  if (first === undefined) throw new RestError('NoRelationship', origin.name, relation, hint);
  if (others.length === 0) return first;
  const all = [first, ...others];
  throw new RestError(
    'AmbiguousRelationship',
    origin.name,
    relation,
    all.map(describe),
    all.map((one) => `${relation}!${hintFor(one)}`),
  );
}

function isNamed(candidate: Relationship, relation: string): boolean {
  if (candidate.target === relation) return true;
  const pointsOut = candidate.cardinality === 'many-to-one' || candidate.cardinality === 'one-to-one';
  return pointsOut && candidate.hints.has(relation);
}

/** Both ends of a self-reference have the same hint; the hint means the end with the foreign key. */
function preferToOne(candidates: readonly Relationship[]): readonly Relationship[] {
  const single = candidates.filter(
    ({ cardinality, origin, target }) => cardinality === 'many-to-one' && origin === target,
  );
  return single.length === 1 ? single : candidates;
}

function hintFor({ junction, constraint }: Relationship): string {
  return junction?.table ?? constraint;
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
