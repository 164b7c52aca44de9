import type { ForeignKey, UniqueKey } from './relationships.ts';
import { findOrigin, type ViewColumns } from './view-columns.ts';

export type ConstraintRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: string;
  numbers: readonly number[];
  target: string | null;
  target_numbers: readonly number[] | null;
};

/** A column of a relation of the schema, by the object id of the relation and its number. */
export type NumberedColumn = { relation: string; table: string; is_view: boolean; number: number; column: string };

/** A relation of the schema as it shows the columns of a table, by their numbers there. */
type Exposure = { table: string; isView: boolean; columns: ReadonlyMap<number, string> };

/**
 * The keys of the schema: those of its tables, and the same for each view that shows all columns of the key (PostgREST's
 * rule). A primary key is that of the table only, since a view may repeat rows.
 */
export function findKeys(
  constraints: readonly ConstraintRow[],
  columns: readonly NumberedColumn[],
  views: ReadonlyMap<string, ViewColumns>,
): { uniqueKeys: UniqueKey[]; foreignKeys: ForeignKey[] } {
  const exposures = findExposures(columns, views);
  const showing = (relation: string | null, numbers: readonly number[]) =>
    (exposures.get(relation ?? '') ?? []).filter((one) => numbers.every((number) => one.columns.has(number)));
  const uniqueKeys = constraints
    .filter(({ kind }) => kind !== 'f')
    .flatMap((row) => showing(row.relation, row.numbers).map((one) => toUniqueKey(row, one)));
  const foreignKeys = constraints
    .filter(({ kind }) => kind === 'f')
    .flatMap((row) =>
      showing(row.relation, row.numbers).flatMap((from) =>
        showing(row.target, row.target_numbers ?? []).map((to) => toForeignKey(row, from, to)),
      ),
    );
  return { uniqueKeys, foreignKeys };
}

function findExposures(
  columns: readonly NumberedColumn[],
  views: ReadonlyMap<string, ViewColumns>,
): Map<string, Exposure[]> {
  const found = new Map<string, Exposure[]>();
  for (const own of Map.groupBy(columns, ({ relation }) => relation).values()) {
    const [{ table, is_view: isView } = { table: '', is_view: false }] = own;
    const origins = own.flatMap(({ relation, number, column }) => {
      const origin = findOrigin(views, { relation, number });
      return origin ? [{ ...origin, column }] : [];
    });
    for (const [relation, shown] of Map.groupBy(origins, (origin) => origin.relation)) {
      const numbered = new Map(shown.toReversed().map(({ number, column }) => [number, column]));
      found.set(relation, [...(found.get(relation) ?? []), { table, isView, columns: numbered }]);
    }
  }
  return found;
}

function toUniqueKey({ kind, numbers }: ConstraintRow, { table, isView, columns }: Exposure): UniqueKey {
  return { table, columns: namesOf(columns, numbers), isPrimary: kind === 'p' && !isView };
}

function toForeignKey(row: ConstraintRow, from: Exposure, to: Exposure): ForeignKey {
  return {
    name: row.name,
    table: from.table,
    columns: namesOf(from.columns, row.numbers),
    target: to.table,
    targetColumns: namesOf(to.columns, row.target_numbers ?? []),
    isTableView: from.isView,
    isTargetView: to.isView,
  };
}

const namesOf = (columns: ReadonlyMap<number, string>, numbers: readonly number[]): string[] =>
  numbers.map((number) => columns.get(number) ?? '');
