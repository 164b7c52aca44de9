/**
 * Why the database cannot serve a request. `unreachable`: no connection could be opened. `lost`: the connection ended
 * and the transaction was rolled back. `commit-lost`: it ended during COMMIT, so the outcome is unknown. `busy`: no
 * connection of the pool became free in time.
 */
type UnavailableReason = 'unreachable' | 'lost' | 'commit-lost' | 'busy';

/** Replaces the driver's error, which is its cause. Each service maps it to an error of its own. */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** Seconds until a retry: a crashed PostgreSQL is back within about one. */
export const RETRY_AFTER_S = 2;

/** What to do about a database that takes no writes (SQLSTATE 25006). */
export const READ_ONLY =
  'The database is read-only: it is a standby, or default_transaction_read_only is on. Give the primary server, or end that.';

/** SQLSTATEs of a server that ends the connection or accepts none, besides class 08 (connection exceptions). */
const ENDED: ReadonlySet<string> = new Set([
  '25P03', // idle in transaction for too long
  '25P04', // transaction_timeout
  '57P01', // administrator's command, shutdown
  '57P02', // crash of another backend
  '57P03', // starting, stopping or recovering
  '57P04', // database dropped
  '57P05', // idle for too long
]);
/** pg has no codes for these (pg/lib/client.js). */
const LOST_WORDS = /^Connection terminated|is not queryable$|^Query read timeout$/;
const SOCKET_ERROR = /^(E[A-Z]+|ERR_SSL_.+|ERR_STREAM_.+)$/;

/** The SQLSTATE of an error of PostgreSQL; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}

/** Whether a statement failed because its connection was lost. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== null) return ENDED.has(state) || state.startsWith('08');
  return SOCKET_ERROR.test((error as NodeJS.ErrnoException).code ?? '') || LOST_WORDS.test(error.message);
}

/**
 * SQLSTATEs of a server without resources or time (not 53400, which is a limit of one statement), and of one that takes no
 * writes: a standby, or one that its operator has set read-only.
 */
const OVERLOADED: ReadonlySet<string> = new Set(['25006', '53000', '53100', '53200', '53300', '55P03', '57014']);

/**
 * Whether the error is temporary: no database, no free connection, no memory, disk or time for the statement, or a
 * database that is read-only at the moment.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return OVERLOADED.has(sqlStateOf(error) ?? '');
}

/** Whether the database layer has already reported this error or its cause to the operator. */
export function isReported(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof Error && error.cause instanceof DatabaseUnavailable);
}
