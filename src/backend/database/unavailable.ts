/**
 * Why the database does not serve a request now:
 * `unreachable`: no connection could be opened; `lost`: the connection ended, and the transaction is undone;
 * `commit-lost`: it ended during COMMIT, so that nobody knows whether the transaction is done or undone;
 * `busy`: every connection of the share was in use for too long.
 */
type UnavailableReason = 'unreachable' | 'lost' | 'commit-lost' | 'busy';

/** Thrown in place of the driver's own error, which is the cause. Each service answers it in its own form. */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** Seconds after which it makes sense to ask again: a crashed PostgreSQL is back within about one. */
export const RETRY_AFTER_S = 2;

/** SQLSTATEs by which the server says that it ends the connection, or opens none (class 08: connection exceptions). */
const ENDED: ReadonlySet<string> = new Set([
  '25P03', // idle in transaction for too long
  '25P04', // transaction_timeout
  '57P01', // administrator's command, shutdown
  '57P02', // crash of another backend
  '57P03', // starting, stopping or recovering
  '57P04', // database dropped
  '57P05', // idle for too long
]);
/** pg says these only in words (pg/lib/client.js). */
const LOST_WORDS = /^Connection terminated|is not queryable$|^Query read timeout$/;
const SOCKET_ERROR = /^(E[A-Z]+|ERR_SSL_.+|ERR_STREAM_.+)$/;

/** Whether a statement failed because its connection is gone, and not because of what it asks. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) return ENDED.has(code) || code.startsWith('08');
  return SOCKET_ERROR.test(code) || LOST_WORDS.test(error.message);
}

/** SQLSTATEs of a server that lacks the means or the time; not 53400, which is a limit on one statement. */
const OVERLOADED: ReadonlySet<string> = new Set(['53000', '53100', '53200', '53300', '55P03', '57014']);

/**
 * Whether an error means "not now" rather than "not so": the database is away, its connections are all in use, or it
 * has no memory, disk or time left for the statement. For services that answer all of these alike.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof Error && 'severity' in error && 'code' in error && OVERLOADED.has(String(error.code));
}

/** Whether the database layer has reported this error, or its cause, to the operator already. */
export function isReported(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof Error && error.cause instanceof DatabaseUnavailable);
}
