import { asCaller, type Caller, readAsCaller, type RequestContext } from '../database/as-caller.ts';
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
  if (context.isRolledBack) return rollBack(database, caller, context, sql, readAndCheck);
  return asCaller(database, caller, context, async (query) => readAndCheck(await query(sql.text, sql.values)));
}

/** Deferred constraints are checked before the rollback, as a commit would. */
async function rollBack(
  database: DatabasePool,
  caller: Caller,
  context: RequestContext,
  sql: Sql,
  read: (result: QueryResult) => StatementOutcome,
): Promise<StatementOutcome> {
  const rolledBack = new RolledBack();
  try {
    await asCaller(database, caller, context, async (query) => {
      rolledBack.outcome = read(await query(sql.text, sql.values));
      await query('set constraints all immediate');
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return rolledBack.outcome;
}

/** Ends a transaction that is not to be committed. */
class RolledBack extends Error {
  outcome: StatementOutcome = readOutcome({});
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
