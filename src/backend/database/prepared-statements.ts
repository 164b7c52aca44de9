import type pg from 'pg';

/** The name and the type of a column of a result (its OID). */
export type ResultColumn = { name: string; dataTypeID: number };

/** A statement as one connection knows it. */
export type PreparedStatement = {
  key: string;
  /** '' for a statement that is parsed at each use. */
  name: string;
  /** Whether the server has been sent the text under this name. */
  isParsed: boolean;
  /** The columns of its result, once the server has described them. */
  columns: readonly ResultColumn[] | null;
};

/**
 * Statements that one connection keeps. The server holds a plan of each in the memory of the connection's process, so
 * their number and their length are limited.
 */
const MAX_PREPARED = 40;
const MAX_PREPARED_LENGTH = 4000;

/**
 * The named statements of one connection. Row-level security makes the plan of a statement depend on the role, so a
 * statement has one name for each role. The least recently used one is closed first.
 */
class PreparedStatements {
  /** A Map iterates in insertion order, so the first is the least recently used. */
  private readonly known = new Map<string, PreparedStatement>();
  private closing: string[] = [];
  private count = 0;

  /** The statement for a role; a new one, or one that is too long to be kept, is not parsed yet. */
  use(role: string, text: string): PreparedStatement {
    const key = `${role} ${text}`;
    if (text.length > MAX_PREPARED_LENGTH) return unprepared(key);
    const known = this.known.get(key) ?? this.create(key);
    this.known.delete(key);
    this.known.set(key, known);
    return known;
  }

  /** Forgets statements whose first use failed: whether the server knows them is uncertain. */
  forget(statements: readonly PreparedStatement[]): void {
    for (const { key, name } of statements) {
      if (this.known.delete(key)) this.closing.push(name);
    }
  }

  /** The names to close on the server, each returned once. Closing an unknown name is no error. */
  takeClosing(): readonly string[] {
    return this.closing.splice(0);
  }

  private create(key: string): PreparedStatement {
    const [oldest] = this.known.values();
    if (oldest && this.known.size === MAX_PREPARED) this.forget([oldest]);
    this.count += 1;
    return { key, name: `s${this.count}`, isParsed: false, columns: null };
  }
}

/** A statement that is parsed for one use. */
export function unprepared(key: string): PreparedStatement {
  return { key, name: '', isParsed: false, columns: null };
}

const byConnection = new WeakMap<pg.Connection, PreparedStatements>();

/** The named statements of a connection; they end with it. */
export function preparedOn(connection: pg.Connection): PreparedStatements {
  const known = byConnection.get(connection);
  if (known) return known;
  const created = new PreparedStatements();
  byConnection.set(connection, created);
  return created;
}
