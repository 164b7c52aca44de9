import pg from 'pg';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { requireScram } from './require-scram.ts';

/** A client that talks to no server but one that proves by SCRAM that it knows the password. */
class ScramClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    requireScram(this.connection);
  }
}

/**
 * The class of clients for an address. `?require_auth=scram-sha-256` demands SCRAM, as in libpq
 * (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-CONNECT-REQUIRE-AUTH), which node-postgres does not know;
 * without it the server chooses. Throws a ConfigurationError for any other value, which would be passed over in silence.
 */
export function clientClassFor(url: string): typeof pg.Client {
  const wanted = URL.canParse(url) ? new URL(url).searchParams.get('require_auth') : null;
  if (!wanted) return pg.Client;
  if (wanted === 'scram-sha-256') return ScramClient;
  throw new ConfigurationError(`DATABASE_URL: require_auth=${wanted} is not supported; scram-sha-256 is.`);
}

/**
 * A client for one address, not yet connected. A connection that breaks rejects the running query; the error event is
 * heard here so that it never ends the process.
 */
export function createClient(url: string, options: Omit<pg.ClientConfig, 'connectionString'> = {}): pg.Client {
  const Client = clientClassFor(url);
  const client = new Client({ ...options, connectionString: url });
  client.on('error', () => {});
  return client;
}

/** The address of a login of the bundled server, which listens on loopback only and offers nothing but SCRAM. */
export function embeddedUrl(port: number, user: string, password: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?require_auth=scram-sha-256`;
}
