import type { ForeignKey, UniqueKey } from './relationships.ts';

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

/** A column by the object id of its relation and its number. */
type Origin = { relation: string; number: number };

/** The columns of one view, by number. */
export type ViewColumns = ReadonlyMap<number, Origin>;

/** A backslash escapes the next character; brackets nest; a field follows a space and a colon. */
const TOKEN = /\\[\s\S]|[(){}]| :(targetList|resno|resorigtbl|resorigcol) (\d*)/g;
/** The depth of the fields of the outermost query, and of those of an entry of its target list. */
const QUERY_DEPTH = 2;
const ENTRY_DEPTH = 4;

/**
 * Reads the target list of a view's query from its parse tree, the text of a `pg_node_tree`: the relation (a table or
 * another view) and the column that each column shows unchanged. Other columns are left out.
 */
export function readViewColumns(tree: string): ViewColumns {
  const columns = new Map<number, Origin>();
  let depth = 0;
  let isInTargets = false;
  let entry = new Map<string, string>();
  for (const [token, field, value = ''] of tree.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      depth += 1;
      if (isInTargets && depth === ENTRY_DEPTH) entry = new Map();
    } else if (token === ')' || token === '}') {
      if (isInTargets && depth === ENTRY_DEPTH) addEntry(columns, entry);
      depth -= 1;
      if (depth === QUERY_DEPTH) isInTargets = false;
    } else if (field === 'targetList') {
      isInTargets ||= depth === QUERY_DEPTH;
    } else if (field !== undefined && isInTargets && depth === ENTRY_DEPTH && value !== '') {
      entry.set(field, value);
    }
  }
  return columns;
}

function addEntry(columns: Map<number, Origin>, entry: ReadonlyMap<string, string>): void {
  const relation = entry.get('resorigtbl') ?? '0';
  if (relation === '0') return;
  columns.set(Number(entry.get('resno')), { relation, number: Number(entry.get('resorigcol')) });
}

/**
 * Finds the column of a table that a column shows, through any number of views; null for one that is computed, or that
 * shows itself, as `create or replace view` allows.
 */
export function findOrigin(views: ReadonlyMap<string, ViewColumns>, column: Origin): Origin | null {
  let shown: Origin | undefined = column;
  for (let passed = 0; shown && passed <= views.size; passed += 1) {
    const columns = views.get(shown.relation);
    if (columns === undefined) return shown;
    shown = columns.get(shown.number);
  }
  return null;
}
