import { randomUUID } from 'node:crypto';
import { asCaller } from '../database/as-caller.ts';
import type { Caller } from '../database/caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { PAYLOAD, toBroadcast } from './messages.ts';
import type { Broadcast } from './topics.ts';

const REQUEST = { method: 'GET', path: '/realtime/v1/websocket' };

/**
 * Stores a broadcast to a private topic as the caller, for replay, without sending it. Returns its id. Throws the errors
 * of PostgreSQL, 42501 without the right, and DatabaseUnavailable.
 */
export async function storeMessage(
  database: DatabasePool,
  caller: Caller,
  { topic, event, payload }: Broadcast & { payload: string },
): Promise<string> {
  return asCaller(database, caller, REQUEST, async (query) => {
    await setTopic(query, topic);
    // Without `returning`, which would need the right to read.
    const id = randomUUID();
    await query(
      `insert into realtime.messages (id, topic, extension, event, payload, private)
       values ($1, $2, 'broadcast', $3, $4::jsonb, true)`,
      [id, topic, event, payload],
    );
    return id;
  });
}

/**
 * The last messages of a private topic since a time (milliseconds), oldest first, as the caller may read them. Throws
 * the errors of PostgreSQL and DatabaseUnavailable.
 */
export async function readMessagesSince(
  database: DatabasePool,
  caller: Caller,
  { topic, since, limit }: { topic: string; since: number; limit: number },
): Promise<Broadcast[]> {
  return asCaller(database, caller, { ...REQUEST, readOnly: true }, async (query) => {
    await setTopic(query, topic);
    const { rows } = await query(
      `select id, topic, event, private, ${PAYLOAD} from realtime.messages
       where topic = $1 and extension = 'broadcast' and private and event is not null
         and inserted_at >= to_timestamp($2::float8 / 1000) at time zone 'utc'
       order by inserted_at desc, id limit $3`,
      [topic, since, limit],
    );
    return rows.toReversed().map((row) => toBroadcast(row, { replayed: true }));
  });
}

async function setTopic(query: RunQuery, topic: string): Promise<void> {
  await query(`select set_config('realtime.topic', $1, true), set_config('realtime.is_sent', 'true', true)`, [topic]);
}
