/** A column by the object id of its relation and its number. */
export type Origin = { relation: string; number: number };

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

/** Finds the column of a table that a column shows, through any number of views; null for one that is computed. */
export function findOrigin(views: ReadonlyMap<string, ViewColumns>, column: Origin): Origin | null {
  const columns = views.get(column.relation);
  if (columns === undefined) return column;
  const shown = columns.get(column.number);
  return shown === undefined ? null : findOrigin(views, shown);
}
