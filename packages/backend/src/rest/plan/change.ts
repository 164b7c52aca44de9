import { RestError } from '../errors.ts';
import type { Payload } from '../parse/payload.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Column, Table } from '../schema/tables.ts';
import type { Change, Conflict } from './steps.ts';

/** Plans an insert or upsert. Throws PGRST204 for a key that is not a column. */
export function planInsert(
  table: Table,
  payload: Payload,
  preferences: Preferences,
  onConflict: readonly string[] | null,
): Change {
  const conflict = planConflict(table, preferences, onConflict);
  const columns = payload.keys.map((key) => findColumn(table, key));
  const useDefaults = preferences.missing === 'default';
  if (columns.length > 0) return { kind: 'insert', columns, json: payload.json, useDefaults, conflict };
  // One row without keys, `{}`, is `DEFAULT VALUES`. Other numbers of such rows insert the default of one column.
  const stand = payload.rows === 1 ? undefined : [...table.columns.values()].find((column) => column.isWritable);
  return { kind: 'insert', columns: stand ? [stand] : [], json: payload.json, useDefaults: true, conflict };
}

/** Plans an update. Throws PGRST102 for more than one row, PGRST204 for unknown keys. */
export function planUpdate(table: Table, payload: Payload): Omit<Extract<Change, { kind: 'update' }>, 'where'> {
  if (payload.rows > 1) throw new RestError('InvalidBody', 'An update takes one object');
  return {
    kind: 'update',
    columns: payload.rows === 0 ? [] : payload.keys.map((key) => findColumn(table, key)),
    json: payload.json,
  };
}

/** Without `on_conflict` the primary key is used; a table without one is inserted into without conflict handling. */
function planConflict(
  table: Table,
  { resolution }: Preferences,
  onConflict: readonly string[] | null,
): Conflict | null {
  if (resolution === null) return null;
  const columns = (onConflict ?? table.primaryKey).map((name) => {
    const column = table.columns.get(name);
    if (!column) throw new RestError('UndefinedColumn', table.name, name);
    return column;
  });
  if (columns.length === 0) return null;
  return { columns, resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore' };
}

function findColumn(table: Table, key: string): Column {
  const column = table.columns.get(key);
  if (!column) throw new RestError('ColumnNotFound', table.name, key);
  return column;
}
