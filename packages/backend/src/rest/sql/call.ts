import type { Call, CallArguments, PlannedSelection } from '../plan/steps.ts';
import type { Parameter } from '../schema/tables.ts';
import { readsWholeRow, writeWholeRow } from './change.ts';
import { qualify, quoteName, RETURNED, type Statement } from './statement.ts';

const CALLED = 't0';
const ARGUMENTS = 'a0';
/** The column of a result that has no columns of its own. */
export const VALUE = `${RETURNED}."value"`;

/** Writes the select of all rows that the function returns; it stands once in a statement. */
export function writeCall(
  statement: Statement,
  { routine, arguments: given }: Call,
  selection: PlannedSelection | null,
): string {
  const call = `${qualify(routine)}(${writeArguments(statement, given)})`;
  const { result } = routine;
  const row = selection !== null && readsWholeRow(selection) ? [writeWholeRow(selection.table, CALLED)] : [];
  const columns = [`${CALLED}.*`, ...row].join(', ');
  const from = result.kind === 'rows' ? nameColumns(result) : `${CALLED}("value")`;
  const source = writeSource(statement, given);
  return `select ${columns} from ${source === null ? '' : `${source} cross join lateral `}${call} as ${from}`;
}

/** The result of a function with output parameters has no type that would name its columns. */
function nameColumns({ table, hasOwnColumns }: Extract<Call['routine']['result'], { kind: 'rows' }>): string {
  return hasOwnColumns ? `${CALLED}(${[...table.columns.keys()].map(quoteName).join(', ')})` : CALLED;
}

/** JSON is read as a record of the parameters, so that PostgreSQL does all casting. */
function writeSource(statement: Statement, given: CallArguments): string | null {
  if (given.kind !== 'json' || given.given.length === 0) return null;
  const definitions = given.given.map(({ name, type }) => `${quoteName(name)} ${type}`);
  return `json_to_record(${statement.bind(given.json)}::json) as ${ARGUMENTS}(${definitions.join(', ')})`;
}

function writeArguments(statement: Statement, given: CallArguments): string {
  if (given.kind === 'body') return `${statement.bind(given.body)}::${given.parameter.type}`;
  if (given.kind === 'json') {
    return given.given.map((one) => writeArgument(one, `${ARGUMENTS}.${quoteName(one.name)}`)).join(', ');
  }
  return given.given
    .map(({ parameter, value }) => writeArgument(parameter, `${statement.bind(value)}::${parameter.type}`))
    .join(', ');
}

function writeArgument({ name, isVariadic }: Parameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`;
}
