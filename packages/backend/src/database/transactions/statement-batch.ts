import pg from 'pg';
import { COLUMN_TYPES, type QueryResult } from '../connect.ts';

export type BatchStatement = {
  text: string;
  values: readonly unknown[];
  /**
   * The role for which the connection keeps the statement prepared; null for a statement that is parsed for one use.
   */
  preparedFor: string | null;
};

/**
 * Sends all statements to the server at once and returns the result of the last; the results of the others are
 * discarded. After an error the server skips the rest. Statements without `begin` among them are one transaction, which
 * the server commits after the last and rolls back after an error (PostgreSQL 18 §54.2.4). Throws the driver's error.
 */
export function sendBatch(client: pg.ClientBase, statements: readonly BatchStatement[]): Promise<QueryResult> {
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
  private readonly statements: readonly BatchStatement[];
  private used: readonly PreparedStatement[] = [];
  private forget: () => void = () => {};
  private completed = 0;

  constructor(statements: readonly BatchStatement[], callback: (error: Error | null) => void) {
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
    writer.bind({ statement: name, values, valueMapper: prepareValue });
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

/** The name and the type of a column of a result (its OID). */
type ResultColumn = { name: string; dataTypeID: Parameters<typeof COLUMN_TYPES.getTypeParser>[0] };

/** A statement as one connection knows it. */
type PreparedStatement = {
  text: string;
  /** '' for a statement that is parsed at each use. */
  name: string;
  /** Whether the server has been sent the text under this name. */
  isParsed: boolean;
  /** The columns of its result, once the server has described them. */
  columns: readonly ResultColumn[] | null;
};

/**
 * The texts that one connection keeps prepared. The server holds a plan of each in the memory of the connection's
 * process, so their number and their length are limited.
 */
const MAX_PREPARED = 40;
const MAX_PREPARED_LENGTH = 4000;

/**
 * The named statements of one connection. Row-level security makes the plan of a statement depend on the role, so a text
 * has one statement for each role. The statements of the least recently used text are closed first.
 */
class PreparedStatements {
  /** By text, then by role. A Map iterates in insertion order, so the first is the least recently used. */
  private readonly known = new Map<string, Map<string, PreparedStatement>>();
  private closing: string[] = [];
  private count = 0;

  /** The statement for a role; a new one, or one that is too long to be kept, is not parsed yet. */
  use(role: string, text: string): PreparedStatement {
    if (text.length > MAX_PREPARED_LENGTH) return unprepared(text);
    const byRole = this.known.get(text) ?? new Map<string, PreparedStatement>();
    const statement = byRole.get(role) ?? this.create(text);
    byRole.set(role, statement);
    this.known.delete(text);
    this.known.set(text, byRole);
    const [oldest] = this.known.values();
    if (this.known.size > MAX_PREPARED && oldest) this.forget([...oldest.values()]);
    return statement;
  }

  /** Forgets the texts of statements, e.g. when a first use failed: whether the server knows them is uncertain. */
  forget(statements: readonly PreparedStatement[]): void {
    for (const { text } of statements) {
      for (const { name } of this.known.get(text)?.values() ?? []) this.closing.push(name);
      this.known.delete(text);
    }
  }

  /** The names to close on the server, each returned once. Closing an unknown name is no error. */
  takeClosing(): readonly string[] {
    return this.closing.length === 0 ? this.closing : this.closing.splice(0);
  }

  private create(text: string): PreparedStatement {
    this.count += 1;
    return { text, name: `s${this.count}`, isParsed: false, columns: null };
  }
}

/** A statement that is parsed for one use. */
function unprepared(text: string): PreparedStatement {
  return { text, name: '', isParsed: false, columns: null };
}

const byConnection = new WeakMap<pg.Connection, PreparedStatements>();

/** The named statements of a connection; they end with it. */
function preparedOn(connection: pg.Connection): PreparedStatements {
  const prepared = byConnection.get(connection) ?? new PreparedStatements();
  byConnection.set(connection, prepared);
  return prepared;
}

/** The messages of PostgreSQL's extended protocol that node-postgres can write; its types describe only some of them. */
type MessageWriter = {
  parse: (message: { name: string; text: string }) => void;
  bind: (message: {
    statement: string;
    values: readonly unknown[];
    /** Converts a parameter to text or bytes. */
    valueMapper: (value: unknown) => unknown;
  }) => void;
  describe: (message: { type: 'P' }) => void;
  execute: () => void;
  close: (message: { type: 'S'; name: string }) => void;
  sync: () => void;
};

let messages: Buffer[] = [];

/**
 * node-postgres' own writer, on a stream that collects the messages: written one by one to a socket each would be a
 * system call.
 */
const writer = new pg.Connection({
  stream: { writable: true, write: (message: Buffer) => messages.push(message) },
} as unknown as pg.ConnectionConfig) as unknown as MessageWriter;

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** Returns what was written since the last call, as one buffer. */
function takeMessages(): Buffer {
  const all = Buffer.concat(messages);
  messages = [];
  return all;
}
