import type pg from 'pg';
import { COLUMN_TYPES, type QueryResult } from './connect.ts';
import { type PreparedStatement, type ResultColumn, preparedOn, unprepared } from './prepared-statements.ts';
import { takeMessages, writer } from './wire-messages.ts';

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** The role it is planned for, where the connection keeps it prepared; null where it is parsed for this use only. */
  preparedFor: string | null;
};

/**
 * Sends all statements to the server at once and returns the result of the last; the results of the others are
 * discarded. After an error the server skips the rest. Statements without `begin` among them are one transaction, which
 * the server commits after the last and rolls back after an error (PostgreSQL 18 §54.2.4). Throws the driver's error.
 */
export function sendBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const batch = new StatementBatch(statements, (error) => (error ? reject(error) : resolve(batch.result)));
    client.query(batch);
  });
}

/** A query for node-postgres, which calls its methods with the messages of the server. */
class StatementBatch implements pg.Submittable {
  /** node-postgres wraps it for its time limit (`query_timeout`). */
  callback: (error: Error | null) => void;
  readonly result: QueryResult = { rows: [], rowCount: 0 };
  private readonly statements: readonly Statement[];
  private used: readonly PreparedStatement[] = [];
  private forget: () => void = () => {};
  private completed = 0;

  constructor(statements: readonly Statement[], callback: (error: Error | null) => void) {
    this.statements = statements;
    this.callback = callback;
  }

  submit(connection: pg.Connection): Error | null {
    const prepared = preparedOn(connection);
    for (const name of prepared.takeClosing()) writer.close({ type: 'S', name });
    this.used = this.statements.map(({ text, preparedFor }) =>
      preparedFor === null ? unprepared(text) : prepared.use(preparedFor, text),
    );
    // A plan that no longer fits, e.g. after a change of a table, would fail at each use.
    this.forget = () => prepared.forget(this.used);
    try {
      this.used.forEach((one, index) => this.writeStatement(one, index));
      writer.sync();
      connection.stream.write(takeMessages());
      return null;
    } catch (error) {
      takeMessages();
      this.forget();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private writeStatement({ name, isParsed, columns }: PreparedStatement, index: number): void {
    const { text, values } = this.statements[index]!;
    if (!isParsed) writer.parse({ name, text });
    writer.bind({ statement: name, values });
    if (index === this.statements.length - 1 && columns === null) writer.describe({ type: 'P' });
    writer.execute();
  }

  private get last(): PreparedStatement | undefined {
    return this.completed === this.statements.length - 1 ? this.used.at(-1) : undefined;
  }

  handleRowDescription({ fields }: { fields: readonly ResultColumn[] }): void {
    if (this.last) this.last.columns = fields;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.last?.columns;
    if (columns) this.result.rows.push(readRow(columns, fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.completed += 1;
    // `SELECT 3`, `INSERT 0 1`, `COMMIT`.
    this.result.rowCount = Number(text.split(' ').at(-1)) || 0;
  }

  handleError(error: Error): void {
    this.forget();
    this.callback(error);
  }

  handleReadyForQuery(): void {
    for (const one of this.used) one.isParsed = true;
    this.callback(null);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

function readRow(columns: readonly ResultColumn[], texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, dataTypeID }, index) => {
    const text = texts[index] ?? null;
    row[name] = text === null ? null : COLUMN_TYPES.getTypeParser(dataTypeID, 'text')(text);
  });
  return row;
}
