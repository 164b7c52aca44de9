import { asCaller, type Caller, readAsCaller, type RequestContext, rollingBack } from '../database/as-caller.ts';
import type { DatabasePool, QueryResult, RunQuery } from '../database/connect.ts';
import type { Sql } from './sql.ts';

/** The one row that a statement of `sql.ts` returns; null for what was not selected. */
export type StatementOutcome = {
  body: string | null;
  rows: number | null;
  affected: number | null;
  inserted: number | null;
  total: number | null;
  permitted: boolean | null;
  /** What functions and triggers chose for the response, as texts; null where they did not. */
  chosen: { status: string | null; headers: string | null };
};

export type ExecuteContext = RequestContext & {
  /** Whether it ends with a rollback. */
  isRolledBack: boolean;
};

/**
 * Runs the statement as the caller, in its own transaction. `check` checks the outcome before a change is committed; its
 * error rolls the change back. Throws the errors of `check` and of the database.
 */
export async function execute(
  database: DatabasePool,
  caller: Caller,
  context: ExecuteContext,
  sql: Sql,
  check: (outcome: StatementOutcome) => void,
): Promise<StatementOutcome> {
  const readAndCheck = (result: QueryResult) => {
    if (sql.explained !== null) return readPlan(result);
    const outcome = readOutcome(result.rows[0] ?? {});
    check(outcome);
    return outcome;
  };
  const isPlainRead = context.readOnly === true && sql.explained === null;
  if (isPlainRead) return readAndCheck(await readAsCaller(database, caller, context, sql));
  const begin = <T>(work: (query: RunQuery) => Promise<T>) => asCaller(database, caller, context, work);
  const run = async (query: RunQuery) => readAndCheck(await query(sql.text, sql.values));
  if (!context.isRolledBack) return begin(run);
  return rollingBack(begin, async (query) => {
    const outcome = await run(query);
    // Deferred constraints are checked before the rollback, as a commit would.
    await query('set constraints all immediate');
    return outcome;
  });
}

/** EXPLAIN returns one row with JSON, or a row for each line of text. */
function readPlan({ rows }: QueryResult): StatementOutcome {
  const lines = rows.flatMap((row) => Object.values(row));
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return { ...readOutcome({}), body };
}

function readOutcome(row: Record<string, unknown>): StatementOutcome {
  const count = (name: string) => (name in row ? Number(row[name]) : null);
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null);
  return {
    body: text('body'),
    rows: count('rows'),
    affected: count('affected'),
    inserted: count('inserted'),
    total: count('total'),
    permitted: 'permitted' in row ? row['permitted'] === true : null,
    chosen: { status: text('status'), headers: text('headers') },
  };
}
