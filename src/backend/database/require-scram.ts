import type { Connection } from 'pg';

/** Requests for the password itself, or for a hash that serves as well as the password. */
const ASKS_FOR_PASSWORD = new Set(['authenticationCleartextPassword', 'authenticationMD5Password']);

/**
 * Makes a connection end, before it sends anything secret or runs any query, unless the server completes a SCRAM exchange
 * and so proves that it knows the password (RFC 5802 §5, server signature). Call it before the connection is opened.
 * Without it node-postgres does what the server asks for, down to sending the password as it is. Every message of the
 * server passes through `emit`, so a message that is not passed on reaches no handler.
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
    // node-postgres checks the signature in its handler, and reports a wrong one as an error on this connection.
    if (event === 'authenticationSASLFinal') isProved = !hasFailed;
    return wasHeard;
  };
}
