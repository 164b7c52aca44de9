import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import { MAX_FRAME_BYTES, MESSAGES_KEPT_DAYS } from './limits.ts';
import type { Broadcast } from './topics.ts';

/** The payload of a message: JSON, or bytes in base64. */
export const PAYLOAD = `payload::text as payload, encode(binary_payload, 'base64') as binary`;

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
