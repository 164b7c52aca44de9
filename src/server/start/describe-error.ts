import { ConfigurationError } from '#backend/configuration-error.ts';
import { MIN_CONNECTIONS } from '#backend/database/pools.ts';
import { READ_ONLY } from '#backend/database/unavailable.ts';
import type { Config } from '../config.ts';

/** What the operator can do about an error of the file system, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: `This process runs as user ${process.getuid?.() ?? 'of this machine'}, which needs the right to read and write it.`,
  EPERM: `This process runs as user ${process.getuid?.() ?? 'of this machine'}, which needs the right to read and write it.`,
  EMFILE: 'This process may open too few files: raise the limit (`ulimit -n 4096`, or LimitNOFILE= of systemd).',
  EROFS: 'Its file system is mounted read-only.',
  ENOSPC: 'The disk is full: free some disk space.',
  EDQUOT: 'The quota of the disk is used up: free some disk space.',
  ENOENT: 'A folder above it may not be written, or a symbolic link leads to nothing: is its disk mounted?',
  ENOTDIR: 'A part of this path is a file, not a folder.',
  EEXIST: 'It is a file, not a folder.',
  EIO: 'The disk reports an error: check it.',
};

/** SQLSTATE of a statement that the login may not run. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** SQLSTATE of a statement that writes to a standby. */
const READ_ONLY_TRANSACTION = '25006';
/** SQLSTATE of a server, database or login that has no free connection. */
const TOO_MANY_CONNECTIONS = '53300';

/** Whether the operator has asked for stacks. */
export const showsStacks = ({ logLevel }: Config): boolean => logLevel === 'debug' || logLevel === 'trace';

/**
 * Describes an error that ends a start or a command, for the operator: the message of a ConfigurationError, the path and
 * a remedy for an error of the file system, otherwise the message with those of its causes. `withStack` appends the
 * stack of an error that nobody foresaw.
 */
export function describeFatalError(error: unknown, { withStack }: { withStack: boolean }): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const advice = ADVICE[code ?? ''];
  if (path && advice) return `${path} cannot be used (${code}). ${advice}`;
  if (code === 'ERR_MODULE_NOT_FOUND' && /[\\/]build[\\/]server[\\/]/.test(error.message)) {
    return 'The site is not built. Start it with npm start, which builds it.';
  }
  if (code === INSUFFICIENT_PRIVILEGE) {
    return `The login of DATABASE_URL lacks a right: ${error.message}. docs/scale.md says which it needs.`;
  }
  if (code === TOO_MANY_CONNECTIONS) {
    return `PostgreSQL has no free connection: ${error.message}. Raise its limit, or set DATABASE_CONNECTIONS to what it allows, ${MIN_CONNECTIONS} at least.`;
  }
  if (code === READ_ONLY_TRANSACTION) return READ_ONLY;
  return withStack ? (error.stack ?? error.message) : `${messagesOf(error)}\nLOG_LEVEL=debug shows where.`;
}

function messagesOf(error: Error): string {
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    const message = cause.message || (cause as NodeJS.ErrnoException).code || cause.name;
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message);
  }
  return messages.join(': ');
}
