import { RestError } from '../errors.ts';
import type { Payload, RestRequest } from '../request.ts';
import type { Preferences } from '../parse/headers.ts';
import type { Column, Parameter, Routine, SchemaCache, Table } from '../schema/tables.ts';
import type { Call, CallArguments, Change, Conflict } from './steps.ts';

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

/** Names of arguments that an error lists, and the length of each: PostgreSQL's own are at most 63 bytes. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 64;

/**
 * Finds the function that takes the arguments of the request (PostgREST's findProc in its Plan.hs). Throws PGRST202 when
 * there is none, PGRST203 when there are several.
 */
export function planCall(cache: SchemaCache, request: RestRequest): Call {
  const { relation, query, callPayload } = request;
  const names = new Set(callPayload ? (callPayload.keys ?? []) : query.arguments.map(([name]) => name));
  const known = cache.routines.get(relation) ?? [];
  const takesNames = (routine: Routine) => callPayload?.keys !== null && takes(routine, names);
  const named = known.filter(takesNames);
  const candidates = named.length > 0 || callPayload === null ? named : known.filter((one) => takesBody(one, names));
  const [routine, ...others] = candidates;
  if (routine === undefined) {
    const listed = [...names]
      .toSorted()
      .slice(0, MAX_NAMED)
      .map((name) => name.slice(0, MAX_NAME_LENGTH));
    const wanted = { schema: cache.schema, name: relation };
    throw new RestError('FunctionNotFound', wanted, listed, callPayload !== null);
  }
  if (others.length > 0) throw new RestError('AmbiguousFunction', candidates.map(writeSignature));
  return { routine, arguments: planArguments(routine, request, names) };
}

/** All parameters without a default are given, and nothing else than parameters. */
function takes({ parameters }: Routine, names: ReadonlySet<string>): boolean {
  const isGiven = (one: Parameter) => one.name !== '' && names.has(one.name);
  const given = parameters.filter(isGiven);
  return given.length === names.size && parameters.every((one) => one.hasDefault || isGiven(one));
}

/** A function with one unnamed JSON parameter takes the whole body; the key '' names an unnamed text. */
function takesBody({ parameters }: Routine, names: ReadonlySet<string>): boolean {
  const [first, ...others] = parameters;
  if (first?.name !== '' || others.length > 0) return false;
  return (
    first.type === 'json' || first.type === 'jsonb' || (first.type === 'text' && names.size === 1 && names.has(''))
  );
}

function planArguments(
  { parameters }: Routine,
  { query, callPayload }: RestRequest,
  names: ReadonlySet<string>,
): CallArguments {
  const given = parameters.filter(({ name }) => name !== '' && names.has(name));
  const [unnamed] = parameters;
  if (callPayload && unnamed?.name === '') return { kind: 'body', parameter: unnamed, body: callPayload.json };
  if (callPayload) return { kind: 'json', given, json: callPayload.json };
  const values = Map.groupBy(query.arguments, ([name]) => name);
  return {
    kind: 'texts',
    given: given.map((parameter) => {
      const texts = (values.get(parameter.name) ?? []).map(([, value]) => value);
      return { parameter, value: parameter.isVariadic ? readVariadic(texts) : (texts.at(-1) ?? '') };
    }),
  };
}

/** The client sends an array as one text, `{1,2}`; other callers repeat the name. */
function readVariadic(texts: readonly string[]): string | readonly string[] {
  const [first = ''] = texts;
  return texts.length === 1 && first.startsWith('{') ? first : texts;
}

function writeSignature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`;
}
