import type { DatabasePool } from '#backend/database/connect.ts';
import { type DatabaseState, readDatabaseState } from '#backend/database/read-state.ts';
import type { Measured } from './measured.ts';
import { within } from './within.ts';

const ANSWER_WITHIN_MS = 2000;
const RESERVE = 5;

/** Checks that the database answers within two seconds and takes writes. Never throws. */
export async function checkDatabase(database: DatabasePool): Promise<Measured> {
  const about = { id: 'database', name: 'Database' };
  const since = performance.now();
  try {
    const late = `no answer within ${ANSWER_WITHIN_MS / 1000} s`;
    const state = await within(ANSWER_WITHIN_MS, readDatabaseState(database), late);
    const seconds = (performance.now() - since) / 1000;
    return { ...about, ...judge(state, seconds) };
  } catch (error) {
    const remedy = 'Is PostgreSQL running? The bundled one is restarted by itself; look at the log of the site.';
    const says = `The database does not answer (${reasonOf(error)}).`;
    return { ...about, state: 'bad', says, remedy, figures: { up: 0 } };
  }
}

function judge(state: DatabaseState, seconds: number): Omit<Measured, 'id' | 'name'> {
  const { version, isReadOnly, bytes, connections, maxConnections } = state;
  const figures: Record<string, number> = {
    up: 1,
    answer_seconds: seconds,
    connections,
    max_connections: maxConnections,
    ...(bytes !== null && { bytes }),
  };
  if (isReadOnly) {
    const remedy = 'Set DATABASE_URL to the primary server, or end its recovery.';
    return { state: 'bad', says: 'The database is read-only.', remedy, figures };
  }
  if (connections > maxConnections - RESERVE) {
    const remedy = 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS.';
    const says = `${connections} of ${maxConnections} connections of PostgreSQL are in use.`;
    return { state: 'warning', says, remedy, figures };
  }
  const says = `PostgreSQL ${version} answers in ${Math.ceil(seconds * 1000)} ms.`;
  return { state: 'good', says, remedy: null, figures };
}

/** The reason of an error of the connection, without host, user and password. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const { code } = (cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : (error as Error).message;
}
