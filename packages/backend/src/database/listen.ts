import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { oneAtATime } from '../usage/one-at-a-time.ts';
import { APPLICATION_NAME, createClient } from './client.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';
import { endsWithin } from './ends-within.ts';

export type Listener = {
  /**
   * Resolves when `onMessage` has been called for all notifications of committed transactions. Calls `onMessage(null)`
   * when this is not certain within FLUSH_WITHIN_MS. Never rejects.
   */
  flushNotifications: () => Promise<void>;
  /**
   * Runs a statement on the listening connection, whose session keeps what it takes, such as advisory locks. Statements
   * run in the order of the calls. Throws DatabaseUnavailable while there is no such connection.
   */
  query: (text: string, values?: unknown[]) => Promise<void>;
  stop: () => Promise<void>;
};

const CONNECT_WITHIN_MS = 10_000;
const RECONNECT_AFTER_MS = 500;
/** Longer than `select 1` takes on a busy database; a slower connection is replaced. */
const FLUSH_WITHIN_MS = 2000;
/** How often the connection is tested, so that a silently broken one is noticed. */
const CHECK_EVERY_MS = 30_000;
const CHECK_WITHIN_MS = 10_000;

/**
 * Listens to PostgreSQL's notifications on one channel, on its own connection, which is reopened when it breaks.
 * `onMessage` gets the payload, or null after a gap in which notifications may have been missed.
 */
export function listenFor(url: string, channel: string, onMessage: (payload: string | null) => void): Listener {
  let stopped = false;
  let client: pg.Client | null = null;
  let listening: ListeningConnection | null = null;

  const listen = async (): Promise<void> => {
    const connection = createClient(url, {
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      application_name: `${APPLICATION_NAME} listener for ${channel}`,
    });
    client = connection;
    const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()));
    connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await connection.connect();
    await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
    const own = inTurn(connection);
    listening = own;
    onMessage(null);
    const check = async (): Promise<void> => {
      if (!(await hasCaughtUp(own, CHECK_WITHIN_MS))) own.cut();
    };
    const checking = setInterval(() => void check(), CHECK_EVERY_MS).unref();
    await ended;
    clearInterval(checking);
  };

  const keepListening = async (): Promise<void> => {
    while (!stopped) {
      await listen().catch(() => client?.end().catch(() => {}));
      listening = null;
      if (!stopped) await sleep(RECONNECT_AFTER_MS);
    }
  };
  const running = keepListening();

  const catchUp = async (): Promise<void> => {
    const connection = listening;
    if (connection && (await hasCaughtUp(connection, FLUSH_WITHIN_MS))) return;
    onMessage(null);
    connection?.cut();
  };

  return {
    flushNotifications: oneAtATime(catchUp),
    query: async (text, values = []) => {
      if (!listening) throw new DatabaseUnavailable('unreachable', 'No connection is listening');
      await listening.query(text, values).catch((error: unknown) => {
        throw isConnectionLost(error) ? new DatabaseUnavailable('lost', 'The connection was lost', error) : error;
      });
    },
    stop: async () => {
      stopped = true;
      if (client) cut(client);
      await running;
    },
  };
}

type ListeningConnection = { query: (text: string, values?: unknown[]) => Promise<unknown>; cut: () => void };

/** Closes a connection. Its `end` would wait for a server that does not answer. */
function cut({ connection }: pg.Client): void {
  connection.stream.destroy();
}

/** Runs the statements of a connection one after another: pg 9 will refuse a query while another one runs. */
function inTurn(connection: pg.Client): ListeningConnection {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (text, values = []) => {
      const result = last.then(() => connection.query(text, values));
      last = result.catch(() => {});
      return result;
    },
    cut: () => cut(connection),
  };
}

/**
 * PostgreSQL sends a listening session the notifications of committed transactions before it is ready for the next
 * query (ProcessNotifyInterrupt in PostgresMain), so the result of any query comes after them.
 */
async function hasCaughtUp(connection: ListeningConnection, withinMs: number): Promise<boolean> {
  return endsWithin(withinMs, connection.query('select 1')).catch(() => false);
}
