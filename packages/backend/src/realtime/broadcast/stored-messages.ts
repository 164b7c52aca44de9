import { randomUUID } from 'node:crypto';
import { asBackend, asCaller, type Caller } from '../../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../../database/connect.ts';
import { MAX_FRAME_BYTES, MESSAGES_KEPT_DAYS } from '../limits.ts';
import type { Broadcast } from '../topics.ts';

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

/** The payload of a message: JSON, or bytes in base64. */
const PAYLOAD = `payload::text as payload, encode(binary_payload, 'base64') as binary`;

/** The message of realtime.messages with this id, as a broadcast; null when it is gone, or too large to be sent. */
export async function readMessage(database: DatabasePool, id: string): Promise<Broadcast | null> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select id, topic, event, private, ${PAYLOAD} from realtime.messages
       where id = $1 and coalesce(octet_length(payload::text), octet_length(binary_payload)) <= $2`,
      [id, MAX_FRAME_BYTES],
    );
    return rows[0] ? toBroadcast(rows[0]) : null;
  });
}

/** What a process wrote to realtime.large_notifications; null when it is gone. */
export async function readLargeNotification(database: DatabasePool, id: number): Promise<unknown> {
  return asBackend(database, async (query) => {
    const { rows } = await query('select content from realtime.large_notifications where id = $1', [id]);
    return rows[0] ? JSON.parse(String(rows[0]['content'])) : null;
  });
}

/** Deletes messages that are older than hosted projects keep them. */
export async function forgetMessages(database: DatabasePool): Promise<void> {
  await asBackend(database, (query) =>
    query(`delete from realtime.messages where inserted_at < now() - make_interval(days => $1)`, [MESSAGES_KEPT_DAYS]),
  );
}

/** A row of realtime.messages as a broadcast. */
export function toBroadcast(row: Record<string, unknown>, meta: object = {}): Broadcast {
  const { binary } = row;
  return {
    topic: String(row['topic']),
    isPrivate: row['private'] === true,
    event: String(row['event']),
    payload: typeof binary === 'string' ? Buffer.from(binary, 'base64') : ((row['payload'] as string | null) ?? '{}'),
    meta: JSON.stringify({ ...meta, id: row['id'] }),
  };
}
