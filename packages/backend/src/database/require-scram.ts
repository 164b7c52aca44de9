import type { Connection } from 'pg';

/** Requests for the password, or for a hash that is as good as the password. */
const ASKS_FOR_PASSWORD = new Set(['authenticationCleartextPassword', 'authenticationMD5Password']);

/**
 * Closes a connection, before it sends a secret or a query, unless the server completes a SCRAM exchange, which proves
 * that it knows the password (RFC 5802 §5, server signature). Call it before connecting. node-postgres itself complies
 * with any request of the server, up to sending the password in clear text. All messages of the server pass through
 * `emit`; a message that is not passed on reaches no handler.
 */
export function requireScram(connection: Connection): void {
  const emit = connection.emit.bind(connection);
  let isProved = false;
  let hasFailed = false;
  const refuse = (what: string): boolean => {
    hasFailed = true;
    emit('error', new Error(`The database server ${what}; only SCRAM is accepted.`));
    connection.stream.destroy();
    return true;
  };
  connection.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (hasFailed && event !== 'end') return true;
    if (ASKS_FOR_PASSWORD.has(String(event))) return refuse('asked for the password itself');
    if (event === 'authenticationOk' && !isProved) return refuse('did not prove that it knows the password');
    if (event === 'error') hasFailed = true;
    const wasHeard = emit(event, ...args);
    // node-postgres checks the signature in its handler and emits an error for a wrong one.
    if (event === 'authenticationSASLFinal') isProved = !hasFailed;
    return wasHeard;
  };
}
