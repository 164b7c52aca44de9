/** Why a database cannot be connected to, in words for the operator. */
export type ConnectionError = {
  /** Follows "the database at HOST:PORT". */
  words: string;
  /** Whether it may pass by itself: a database that starts, a network that is not ready. */
  isTemporary: boolean;
};

const BY_CODE: Readonly<Record<string, ConnectionError>> = {
  ECONNREFUSED: { words: 'refuses the connection', isTemporary: true },
  ECONNRESET: { words: 'closes the connection', isTemporary: true },
  EPIPE: { words: 'closes the connection', isTemporary: true },
  ENOTFOUND: { words: 'has a host name that cannot be resolved', isTemporary: true },
  EAI_AGAIN: { words: 'has a host name that cannot be resolved at the moment', isTemporary: true },
  ETIMEDOUT: { words: 'does not answer', isTemporary: true },
  EHOSTUNREACH: { words: 'cannot be reached', isTemporary: true },
  ENETUNREACH: { words: 'cannot be reached', isTemporary: true },
  ENOENT: { words: 'has no socket there', isTemporary: true },
  '57P03': { words: 'is starting, stopping or recovering', isTemporary: true },
  '57P01': { words: 'is stopping', isTemporary: true },
  '53300': { words: 'has no free connection', isTemporary: true },
  '28P01': { words: 'rejects the user or the password', isTemporary: false },
  '28000': { words: 'does not let this user in (pg_hba.conf)', isTemporary: false },
  '3D000': { words: 'has no database of this name', isTemporary: false },
};

/** node-postgres has no codes for these. */
const BY_WORDS: readonly [RegExp, ConnectionError][] = [
  [/^timeout expired$/, { words: 'does not answer', isTemporary: true }],
  [/^Connection terminated/, { words: 'closes the connection', isTemporary: true }],
  [
    /password must be a (non-empty )?string/,
    { words: 'asks for a password, and the URL has none', isTemporary: false },
  ],
];

/** Describes an error of `client.connect()`. Neither the URL nor its password is part of the words. */
export function describeConnectionError(error: unknown): ConnectionError {
  const { code, message } = error as { code?: string; message?: string };
  const known = BY_CODE[code ?? ''] ?? BY_WORDS.find(([words]) => words.test(message ?? ''))?.[1];
  return known ?? { words: `cannot be used: ${message || code || 'unknown error'}`, isTemporary: false };
}
