import type pg from 'pg';

/** The name and the type of a column of a result (its OID). */
export type ResultColumn = { name: string; dataTypeID: number };

/** A statement as one connection knows it. */
export type PreparedStatement = {
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
export function unprepared(text: string): PreparedStatement {
  return { text, name: '', isParsed: false, columns: null };
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
