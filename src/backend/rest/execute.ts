import { asCaller, readAsCaller, type RequestContext } from '../database/as-caller.ts';
import type { Caller } from '../database/caller.ts';
import type { DatabasePool, QueryResult } from '../database/connect.ts';
import type { Sql } from './sql.ts';

/** The one row that a statement of `sql.ts` returns; null for what was not selected. */
export type StatementOutcome = {
  body: string | null;
  rows: number | null;
  affected: number | null;
  inserted: number | null;
  total: number | null;
  permitted: boolean | null;
};

/**
 * Runs the statement as the caller, in its own transaction. `check` checks the outcome before a change is committed; its
 * error rolls the change back. Throws the errors of `check` and of the database.
 */
export async function execute(
  database: DatabasePool,
  caller: Caller,
  context: RequestContext,
  sql: Sql,
  check: (outcome: StatementOutcome) => void,
): Promise<StatementOutcome> {
  const readAndCheck = ({ rows }: QueryResult) => {
    const outcome = readOutcome(rows[0] ?? {});
    check(outcome);
    return outcome;
  };
  if (context.readOnly) return readAndCheck(await readAsCaller(database, caller, context, sql));
  return asCaller(database, caller, context, async (query) => readAndCheck(await query(sql.text, sql.values)));
}

function readOutcome(row: Record<string, unknown>): StatementOutcome {
  const count = (name: string) => (name in row ? Number(row[name]) : null);
  return {
    body: typeof row['body'] === 'string' ? row['body'] : null,
    rows: count('rows'),
    affected: count('affected'),
    inserted: count('inserted'),
    total: count('total'),
    permitted: 'permitted' in row ? row['permitted'] === true : null,
  };
}
