import pg from 'pg';
import type { Connection } from 'pg';
import { ConfigurationError } from '../configuration-error.ts';

/** The `application_name` of connections. Connections with a special purpose append it. */
export const APPLICATION_NAME = 'web-backend';

/** Lifts the time limits that are set for the login or the database, which are meant for requests, on this connection. */
export const WITHOUT_TIME_LIMITS = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;

/**
 * A client that reads and writes values alike, whatever is set for the login or the database (ALTER ROLE … SET). Poolers
 * know these parameters of the start of a connection.
 */
class FixedFormatClient extends pg.Client {
  /** Called by node-postgres; its types do not have it. */
  getStartupConf(): Record<string, string> {
    const { prototype } = pg.Client as unknown as { prototype: FixedFormatClient };
    return { ...prototype.getStartupConf.call(this), DateStyle: 'ISO', standard_conforming_strings: 'on' };
  }
}

/** A client that accepts only servers that prove by SCRAM that they know the password. */
class ScramClient extends FixedFormatClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    requireScram(this.connection);
  }
}

/**
 * The client class for a URL. `?require_auth=scram-sha-256` requires SCRAM, as in libpq
 * (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-CONNECT-REQUIRE-AUTH); node-postgres does not support
 * the parameter. Without it the server chooses the method. Throws a ConfigurationError for other values, which would
 * otherwise be ignored.
 */
export function clientClassFor(url: string): typeof pg.Client {
  const wanted = URL.canParse(url) ? new URL(url).searchParams.get('require_auth') : null;
  if (!wanted) return FixedFormatClient;
  if (wanted === 'scram-sha-256') return ScramClient;
  throw new ConfigurationError(`DATABASE_URL: require_auth=${wanted} is not supported; scram-sha-256 is.`);
}

type ClientOptions = Omit<pg.ClientConfig, 'connectionString'>;

/** A client whose connection ends with the block that holds it (`await using`). */
export type OwnClient = pg.Client & AsyncDisposable;

/**
 * Creates a client that is not yet connected. When its connection breaks, the running query rejects; the error event is
 * handled here, because an unhandled one would end the process.
 */
export function createClient(url: string, options: ClientOptions = {}): OwnClient {
  const Client = clientClassFor(url);
  const client = new Client({ ...options, connectionString: url });
  client.on('error', () => {});
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) });
}

/** Creates a client and connects it. Throws node-postgres' errors. */
export async function openClient(url: string, options: ClientOptions = {}): Promise<OwnClient> {
  const client = createClient(url, options);
  await client.connect();
  return client;
}

/** The URL of a login of the bundled server, which listens on loopback only and offers only SCRAM. */
export function embeddedUrl(port: number, user: string, password: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?require_auth=scram-sha-256`;
}

/** Requests for the password, or for a hash that is as good as the password. */
const ASKS_FOR_PASSWORD = new Set(['authenticationCleartextPassword', 'authenticationMD5Password']);

/**
 * Closes a connection, before it sends a secret or a query, unless the server completes a SCRAM exchange, which proves
 * that it knows the password (RFC 5802 §5, server signature). Call it before connecting. node-postgres itself complies
 * with any request of the server, up to sending the password in clear text. All messages of the server pass through
 * `emit`; a message that is not passed on reaches no handler.
 */
function requireScram(connection: Connection): void {
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
