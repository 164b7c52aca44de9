import type { ColumnPair, Relationship } from './tables.ts';

/** A foreign key between two relations of the schema; either may be a view that shows the columns of the key. */
export type ForeignKey = {
  name: string;
  table: string;
  columns: readonly string[];
  target: string;
  targetColumns: readonly string[];
  isTableView?: boolean;
  isTargetView?: boolean;
};
/** A primary key or unique constraint. */
export type UniqueKey = { table: string; columns: readonly string[]; isPrimary: boolean };

/** Derives all relationships, from both ends, from foreign keys and unique keys (PostgREST's rules). */
export function findRelationships(
  foreignKeys: readonly ForeignKey[],
  uniqueKeys: readonly UniqueKey[],
): Relationship[] {
  const direct = foreignKeys.flatMap((key) => {
    const isOne = isUnique(key, uniqueKeys);
    return [
      fromChild(key, isOne ? 'one-to-one' : 'many-to-one'),
      fromParent(key, isOne ? 'one-to-one' : 'one-to-many'),
    ];
  });
  return [...direct, ...throughJunctions(foreignKeys, uniqueKeys)];
}

function fromChild(key: ForeignKey, cardinality: Relationship['cardinality']): Relationship {
  return {
    origin: key.table,
    target: key.target,
    cardinality,
    isReferencing: true,
    isTargetView: key.isTargetView === true,
    constraint: key.name,
    pairs: pair(key.columns, key.targetColumns),
    junction: null,
    computedBy: null,
  };
}

function fromParent(key: ForeignKey, cardinality: Relationship['cardinality']): Relationship {
  return {
    ...fromChild(key, cardinality),
    origin: key.target,
    target: key.table,
    isReferencing: false,
    isTargetView: key.isTableView === true,
    pairs: pair(key.targetColumns, key.columns),
  };
}

/** A junction is a table whose primary key contains two foreign keys. */
function throughJunctions(foreignKeys: readonly ForeignKey[], uniqueKeys: readonly UniqueKey[]): Relationship[] {
  return uniqueKeys
    .filter((key) => key.isPrimary)
    .flatMap((primary) => {
      const within = foreignKeys.filter(
        (key) => key.table === primary.table && key.columns.every((column) => primary.columns.includes(column)),
      );
      return within.flatMap((near) => within.filter((far) => far.name !== near.name).map((far) => join(near, far)));
    });
}

function join(near: ForeignKey, far: ForeignKey): Relationship {
  return {
    ...fromParent(near, 'many-to-many'),
    target: far.target,
    isTargetView: far.isTargetView === true,
    junction: { table: near.table, constraint: far.name, pairs: pair(far.columns, far.targetColumns) },
  };
}

function isUnique(key: ForeignKey, uniqueKeys: readonly UniqueKey[]): boolean {
  return uniqueKeys.some(
    (unique) => unique.table === key.table && unique.columns.every((column) => key.columns.includes(column)),
  );
}

function pair(from: readonly string[], to: readonly string[]): ColumnPair[] {
  return from.map((column, index) => ({ from: column, to: to[index] ?? '' }));
}
