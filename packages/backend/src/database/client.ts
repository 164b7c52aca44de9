import pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { requireScram } from './require-scram.ts';

/** A client that accepts only servers that prove by SCRAM that they know the password. */
class ScramClient extends pg.Client {
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
  if (!wanted) return pg.Client;
  if (wanted === 'scram-sha-256') return ScramClient;
  throw new ConfigurationError(`DATABASE_URL: require_auth=${wanted} is not supported; scram-sha-256 is.`);
}

/**
 * Creates a client that is not yet connected. When its connection breaks, the running query rejects; the error event is
 * handled here, because an unhandled one would end the process.
 */
export function createClient(url: string, options: Omit<pg.ClientConfig, 'connectionString'> = {}): pg.Client {
  const Client = clientClassFor(url);
  const client = new Client({ ...options, connectionString: url });
  client.on('error', () => {});
  return client;
}

/** The URL of a login of the bundled server, which listens on loopback only and offers only SCRAM. */
export function embeddedUrl(port: number, user: string, password: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?require_auth=scram-sha-256`;
}
