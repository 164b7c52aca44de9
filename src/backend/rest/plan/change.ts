import { RestError } from '../errors.ts';
import type { Payload } from '../parse/payload.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Column, Table } from '../schema/tables.ts';
import type { Change, Conflict } from './steps.ts';

/** Rows to insert or upsert. Throws PGRST204 for a key that is no column. */
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
  // One row without a key, `{}`, is DEFAULT VALUES; for any other number of them one column's default stands for all.
  const stand = payload.rows === 1 ? undefined : [...table.columns.values()].find((column) => column.isWritable);
  return { kind: 'insert', columns: stand ? [stand] : [], json: payload.json, useDefaults: true, conflict };
}

/** The values that every matching row gets. Throws PGRST102 for more than one row, PGRST204 for unknown keys. */
export function planUpdate(table: Table, payload: Payload): Omit<Extract<Change, { kind: 'update' }>, 'where'> {
  if (payload.rows > 1) throw new RestError('InvalidBody', 'An update takes one object');
  return {
    kind: 'update',
    columns: payload.rows === 0 ? [] : payload.keys.map((key) => findColumn(table, key)),
    json: payload.json,
  };
}

/** Without a named conflict the primary key is meant; a table without one is simply inserted into. */
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
